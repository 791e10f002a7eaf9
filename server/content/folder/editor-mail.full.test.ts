import { describe, expect, test } from 'vitest';
import { startSmtp } from '../../../test/fakes/smtp.ts';
import { postFile, siteWithFolder } from '../../../test/support/owner-folder.ts';

const EDITOR = 'editor-of-files@firm.test';

async function siteWithMail(files: Record<string, string>) {
  const smtp = await startSmtp();
  const site = await siteWithFolder(files, {
    SMTP_URL: smtp.url,
    CALLBACK_MAIL_FROM: 'site@firm.test',
    EDITOR_MAIL_TO: EDITOR,
  });
  // A site of another test may still be trying to deliver to this port.
  const texts = () => smtp.mails.filter(({ to }) => to === EDITOR).map(({ text }) => text);
  return { ...site, texts };
}

describe('EDITOR_MAIL_TO', () => {
  test('gets one mail about a fault of a file until there is another or none', async () => {
    const { write, statusOf, texts } = await siteWithMail({ 'posts/a.md': postFile('') });
    const faultyKeys = () => texts().map((text) => /Line \d+: (\w+)/.exec(text)?.[1]);
    /** Waits until another file, written now, is on the site. */
    const isTakenIn = (path: string) => {
      write(path, postFile(''));
      const address = path.replace('posts', '/blogs').replace('.md', '');
      return expect.poll(() => statusOf(address)).toBe(200);
    };
    write('posts/a.md', postFile('author: 007\n'));
    await expect.poll(texts).toHaveLength(1);
    expect(texts()[0]).toContain('posts/a.md');
    expect(texts()[0]).toContain('Line 4: author must be text: put it in quotes.');
    write('posts/a.md', postFile('author: 007\n', 'Another text.'));
    await isTakenIn('posts/b.md');
    write('posts/a.md', postFile('tags: none\n'));
    await expect.poll(faultyKeys).toEqual(['author', 'tags']);
    write('posts/a.md', postFile(''));
    await isTakenIn('posts/c.md');
    write('posts/a.md', postFile('tags: none\n'));
    await expect.poll(faultyKeys).toEqual(['author', 'tags', 'tags']);
  });

  test('gets a mail about the first file of the folder', async () => {
    const { write, texts } = await siteWithMail({});
    write('posts/a.md', postFile('author: 007\n'));
    await expect.poll(texts).toHaveLength(1);
  });

  test('gets a mail about links and slugs that readers cannot follow', async () => {
    const { write, texts } = await siteWithMail({ 'posts/a.md': postFile('') });
    write('posts/b.md', postFile('', 'See [this](/no-such-page).'));
    await expect.poll(texts).toHaveLength(1);
    expect(texts()[0]).toContain('A link to "/no-such-page" leads nowhere');
    write('pages/contact.md', '---\ntitle: Contact\nsummary: Ours.\n---\nText.');
    await expect.poll(texts).toHaveLength(2);
    expect(texts()[1]).toContain('Its slug "contact" is an address that the site itself has');
  });
});
