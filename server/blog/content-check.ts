import { ConfigError } from '../config/error.ts';
import { readConfig } from '../config.ts';
import { type Complaint, complaintsOf } from './complaints.ts';
import { blogFields } from './source/blog-fields.ts';
import { readSpace, SpaceUnreadable } from './source/space.ts';

/**
 * `npm run content:check`: tells editors what the configured space holds that the site cannot show
 * or could show better. Exit code 1 when a post cannot be shown.
 */
async function run(): Promise<number> {
  const { contentful, blog } = readConfig(process.env);
  if (!contentful)
    throw new SpaceUnreadable(
      'no space is configured: set CONTENTFUL_SPACE_ID and CONTENTFUL_ACCESS_TOKEN',
    );
  const space = await readSpace(contentful, blog.locale);
  const { posts, complaints } = complaintsOf(space, blogFields(blog.fields), new Date());
  const titles = new Map(posts.map(({ id, title }) => [id, title]));
  const hidden = complaints.filter((complaint) => complaint.hidden);
  const rest = complaints.filter((complaint) => !complaint.hidden);
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const list = (heading: string, part: Complaint[]) => {
    if (part.length === 0) return;
    say(`\n${heading}`);
    for (const [id, own] of Map.groupBy(part, (complaint) => complaint.id)) {
      const title = titles.get(id);
      say(id ? `\n  ${title ? `"${title}" (${id})` : id}` : '\n  The content type');
      for (const { text } of own) say(`    - ${text}`);
    }
  };
  say(`${posts.length} posts in the space ${contentful.space} (${contentful.environment}).`);
  list('Cannot be shown:', hidden);
  list('Worth a look:', rest);
  if (complaints.length === 0) say('All of them can be shown, and nothing is missing.');
  return hidden.length > 0 ? 1 : 0;
}

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof SpaceUnreadable)) throw error;
  process.stderr.write(`The posts could not be checked: ${error.message}\n`);
  process.exitCode = 1;
}
