import { expect, test } from 'vitest';
import { somePosts, startContentfulStandIn } from '../../../test/stand-ins/contentful-stand-in.ts';
import { openFilledLibrary } from '../../../test/support/library.ts';

async function openBlog() {
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  return { service, ...(await openFilledLibrary(service)) };
}

test('a post is renewed as soon as the catalogue has a newer revision of it', async () => {
  const { service, library, clock } = await openBlog();
  clock.forward(30);
  await library.post('post-30');
  service.edit('post-30', { title: 'Corrected' });
  clock.forward(31);
  library.known();
  await expect
    .poll(() => library.post('post-30'))
    .toMatchObject({ result: { post: { title: 'Corrected' } } });
});

test('a post that is newer than the catalogue is not asked for again and again', async () => {
  const { service, library } = await openBlog();
  service.edit('post-30', { title: 'Corrected' });
  for (let visit = 0; visit < 3; visit += 1)
    expect(await library.post('post-30')).toMatchObject({
      result: { post: { title: 'Corrected' } },
    });
  await library.post('post-31'); // any further call for the other would have come before this one
  expect(service.postCalls.length).toBe(2);
});

test('a post that turns out to be taken down is gone if it was shown, and missing if it was not', async () => {
  const { service, library, clock } = await openBlog();
  await library.post('post-31');
  clock.forward(61);
  library.known();
  await expect.poll(() => service.catalogueCalls.length).toBe(2);
  await expect.poll(() => library.answered()).toBe(4);
  service.unpublish('post-30');
  service.unpublish('post-31');
  expect(await library.post('post-30')).toMatchObject({ result: { state: 'missing' } });
  library.post('post-31');
  await expect.poll(() => library.post('post-31')).toMatchObject({ result: { state: 'gone' } });
  expect(library.known().length).toBe(43);
  expect(service.catalogueCalls.length).toBe(2);
});

test('a post that is taken down while it is asked for is gone, and no failure', async () => {
  const { service, library, lines } = await openBlog();
  service.unpublish('post-30');
  const release = service.hold();
  const post = library.post('post-30');
  await expect.poll(() => service.postCalls.length).toBe(1);
  service.held = Promise.resolve(); // for the next call
  await library.refresh();
  release();
  expect(await post).toMatchObject({ result: { state: 'gone' } });
  expect(lines).toEqual([]);
});
