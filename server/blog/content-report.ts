import { escapeXml } from '../http/xml.ts';
import type { ContentIssue, HeardPicture } from './content-faults.ts';
import type { ContentfulSettings } from './contentful/contentful.ts';

interface Report {
  settings: ContentfulSettings;
  summary: string;
  sections: { heading: string; issues: ContentIssue[] }[];
  /** Of posts, by their ids. */
  titles: ReadonlyMap<string, string>;
  pictures: HeardPicture[];
}

/** What `npm run content:check` found as a page whose links open the entry in Contentful's web app. */
export function contentReport({ settings, summary, sections, titles, pictures }: Report): string {
  const { origin, space, environment } = settings;
  const app = origin.includes('.eu.contentful.') ? 'app.eu.contentful.com' : 'app.contentful.com';
  const inside = environment === 'master' ? '' : `/environments/${environment}`;
  const assets = new Set(pictures.map(({ id }) => id));
  const link = (id: string, text: string) => {
    const kind = assets.has(id) ? 'assets' : 'entries';
    const address = `https://${app}/spaces/${space}${inside}/${kind}/${encodeURIComponent(id)}`;
    return `<a href="${escapeXml(address)}">${escapeXml(text)}</a>`;
  };
  const list = (items: string[]) =>
    `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;
  const found = sections.flatMap(({ heading, issues }) => [
    `<h2>${escapeXml(heading)}</h2>`,
    list(
      issues.map(({ id, text }) => {
        const where = id ? link(id, titles.get(id) ?? id) : 'The content type';
        return `${where}: ${escapeXml(text)}`;
      }),
    ),
  ]);
  const heard = list(
    pictures.map(({ id, alt }) => `${link(id, id)}: ${alt ? escapeXml(alt) : '<em>nothing</em>'}`),
  );
  return `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<title>Posts to put right</title>
<h1>Posts to put right</h1>
<p>${escapeXml(summary)}</p>
${found.join('\n')}
<h2>Pictures, as they are read out</h2>
${heard}
</html>
`;
}
