import { expect, test } from 'vitest';
import {
  PREVIEW_TOKEN,
  startContentfulStandIn,
} from '../../../test/stand-ins/contentful-stand-in.ts';
import { createPreviewSource } from '../source/drafts.ts';
import { blogPost } from '../source/posts/format.ts';
import { ContentUnavailable } from '../source/source.ts';

test('a draft is read with the preview token alone, and afresh every time', async () => {
  const service = await startContentfulStandIn();
  const published = service.entries[0] as (typeof service.entries)[number];
  const draft = { ...published, fields: { ...published.fields, title: 'First wording' } };
  service.drafts = [
    draft,
    blogPost('new', { title: 'Not published', slug: 'not-published', publishedDate: '2025-01-01' }),
  ];
  const drafts = createPreviewSource({ ...service.settings, accessToken: PREVIEW_TOKEN });
  expect(await drafts.bySlug(published.fields.slug)).toMatchObject({ title: 'First wording' });
  draft.fields.title = 'Second wording';
  expect(await drafts.bySlug(published.fields.slug)).toMatchObject({ title: 'Second wording' });
  expect(await drafts.bySlug('not-published')).toMatchObject({ title: 'Not published' });
  expect(await drafts.bySlug('no-such-draft')).toBeNull();
  expect(await drafts.byId('new')).toMatchObject({ slug: 'not-published' });
  expect(await drafts.byId('old')).toBeNull();
  expect(await createPreviewSource(service.settings).bySlug('not-published')).toBeNull();
});

test('a preview service that fails gives the status of a failure', async () => {
  const service = await startContentfulStandIn();
  service.behaviour = 'broken';
  const failure = createPreviewSource(service.settings).bySlug('any');
  await expect(failure).rejects.toBeInstanceOf(ContentUnavailable);
  await expect(failure).rejects.toMatchObject({ status: 503 });
});
