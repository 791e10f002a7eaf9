import type { ReactNode } from 'react';
import { listPath } from '../../shared/addresses.ts';
import { BlogCacheScript } from '../../shared/blog/BlogCacheScript.tsx';
import { PageLink } from '../../shared/navigation/PageLink.tsx';
import { Sky } from '../../shared/ui/PageHead.tsx';

/** A page of the blog that looks like its list, and works without scripts. */
export function BlogPart({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <>
      <Sky className="page-head page-head--plain">
        <h1 className="h-display">{heading}</h1>
        <p className="lead">
          <PageLink to={listPath()}>See all our posts</PageLink>
        </p>
      </Sky>
      <div className="section">
        <div className="wrap">{children}</div>
        <BlogCacheScript value={{}} />
      </div>
    </>
  );
}
