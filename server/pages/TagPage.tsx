import { useContext } from 'react';
import type { RouteMatch } from '../../shared/addresses.ts';
import { PostGrid } from '../../shared/blog/PostGrid.tsx';
import { BlogContext, type PostList } from '../../shared/blog/reader.ts';
import { tagPath } from '../../shared/blog/tag-addresses.ts';
import { standInHead } from '../../shared/head/head.ts';
import { HeadWriterContext } from '../../shared/head/head-writer.ts';
import { metadata } from '../../shared/pages/Blogs.tsx';
import { useSite } from '../../shared/site/site-context.ts';
import { BlogPart } from './BlogPart.tsx';

/** The posts of a tag. */
export function TagPage({ match: { slug, page } }: { match: RouteMatch }) {
  const site = useSite();
  const HeadWriter = useContext(HeadWriterContext);
  const list = useContext(BlogContext).list(page) as PostList;
  const isThere = list.state === 'ready';
  const name = (isThere && list.tags?.[0]?.name) || 'Blog';
  const part = page > 1 ? `, page ${page}` : '';
  const at = (other: number) =>
    isThere && other >= 1 && other <= list.pageCount ? site.url + tagPath(slug, other) : undefined;
  const about = {
    ...metadata,
    title: `${name}: Posts from Our Blog${part}`,
    description: `Our posts about ${name}${part}: news, tips and insights about accident management and vehicle services, for people in the UK.`,
    keywords: `${name}, ${metadata.keywords}`,
    breadcrumb: name,
  };
  const head = {
    ...standInHead(about, site),
    found: isThere,
    canonical: site.url + tagPath(slug, page),
    previous: at(page - 1),
    next: at(page + 1),
  };
  return (
    <>
      <HeadWriter head={head} />
      <BlogPart heading={name}>
        <PostGrid list={list} pathOf={(other) => tagPath(slug, other)} />
      </BlogPart>
    </>
  );
}
