import { expect, test } from 'vitest';
import { PREVIEW_TOKEN, startContentfulStandIn } from '../../test/stand-ins/contentful-stand-in.ts';
import { blogPost } from '../../test/stand-ins/entries.ts';
import { createContentfulSource } from '../blog/contentful/contentful.ts';
import { ContentUnavailable } from '../blog/contentful/source.ts';

test('a draft is read with the preview token alone, and afresh every time', async () => {
  const service = await startContentfulStandIn();
  const published = service.entries[0] as (typeof service.entries)[number];
  const draft = { ...published, fields: { ...published.fields, title: 'First wording' } };
  service.drafts = [
    draft,
    blogPost('new', { title: 'Not published', slug: 'not-published', publishedDate: '2025-01-01' }),
  ];
  const drafts = createContentfulSource({ ...service.settings, accessToken: PREVIEW_TOKEN });
  const { slug } = published.fields;
  expect(await drafts.draft({ slug })).toMatchObject({ post: { title: 'First wording' } });
  draft.fields.title = 'Second wording';
  expect(await drafts.draft({ slug })).toMatchObject({ post: { title: 'Second wording' } });
  expect(await drafts.draft({ slug: 'not-published' })).toMatchObject({
    post: { title: 'Not published' },
  });
  expect(await drafts.draft({ slug: 'no-such-draft' })).toBeNull();
  expect(await drafts.draft({ id: 'new' })).toMatchObject({ post: { slug: 'not-published' } });
  expect(await drafts.draft({ id: 'old' })).toBeNull();
  expect(await createContentfulSource(service.settings).post('not-published')).toBeNull();
});

test('a preview service that fails gives the status of a failure', async () => {
  const service = await startContentfulStandIn();
  service.behaviour = 'broken';
  const failure = createContentfulSource(service.settings).post('any');
  await expect(failure).rejects.toBeInstanceOf(ContentUnavailable);
  await expect(failure).rejects.toMatchObject({ status: 503 });
});
