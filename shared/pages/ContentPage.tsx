import { Suspense, useContext, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { BlogCacheScript } from '../blog/BlogCacheScript.tsx';
import { BlogContext, type ContentPageResult } from '../blog/blog-client.ts';
import { DraftNote } from '../blog/DraftNote.tsx';
import { Loading, readResult } from '../blog/Loading.tsx';
import { CALLBACK_PARTS } from '../callback/CallbackEnding.tsx';
import type { ContentPage } from '../content-page.ts';
import { HOME_PICTURE, type PageMetadata } from '../head/metadata.ts';
import { PageLink } from '../navigation/PageLink.tsx';
import { matchPathname } from '../routes.ts';
import { useSite } from '../site/site-context.ts';
import { CallActions } from '../ui/CallActions.tsx';
import { PageBanner } from '../ui/PageHead.tsx';
import { Vehicle } from '../ui/scenery/Vehicle.tsx';
import { OPTIONS_AND_RISK, WhoWeAre } from '../ui/WhoWeAre.tsx';
import { whole } from '../ui/whole.tsx';
import '../ui/scenery/scene.css';
import '../ui/page-head.css';
import { ContentPageBody, ContentPageEnding } from '../core-pages/ContentPageBody.tsx';

export const metadata = {
  id: 'content-page',
  title: 'Help After an Accident',
  description: ({ motorcycles }) =>
    `What drivers${motorcycles ? ' and riders' : ''} in the UK can do after an accident that was not their fault, and how we can help them.`,
  keywords: 'accident management, non-fault accident, UK',
  breadcrumb: 'Page',
  ...HOME_PICTURE,
} as const satisfies PageMetadata;

export const parts = CALLBACK_PARTS;

/** A page of the content service, with the look of a service page. */
export function Page() {
  const blogClient = useContext(BlogContext);
  const { slug } = matchPathname(useLocation().pathname);
  // Kept as state: a re-render meets the same promise and does not repeat a reading that failed.
  const [reading] = useState(() => blogClient.contentPage(slug));
  return (
    <Suspense fallback={<Unfinished />}>
      <Shown reading={reading} />
    </Suspense>
  );
}

/** The head of a page that has not come yet. */
function Unfinished() {
  return (
    <PageBanner className="page-head">
      <h1 className="h-display">
        <Loading />
      </h1>
    </PageBanner>
  );
}

function Shown({ reading }: { reading: ContentPageResult | Promise<ContentPageResult> }) {
  const result = readResult(reading);
  return (
    <>
      {result.state === 'ready' ? (
        <Whole page={result.contentPage} issues={result.draft?.issues} />
      ) : (
        <NotShown state={result.state} />
      )}
      <BlogCacheScript value={{ contentPage: result }} />
    </>
  );
}

/** The words for a page that cannot be shown. */
const NOT_SHOWN = {
  missing: { heading: 'This page was not found', text: 'It may have moved or been taken down.' },
  gone: { heading: 'This page has been taken down', text: 'We no longer publish it.' },
  unavailable: {
    heading: 'We cannot show this page at the moment',
    text: 'Please try again in a few minutes, or call us.',
  },
};

function NotShown({ state }: { state: keyof typeof NOT_SHOWN }) {
  const { heading, text } = NOT_SHOWN[state];
  return (
    <PageBanner className="page-head">
      <h1 className="h-display">{heading}</h1>
      <p className="lead">
        {text} <PageLink to="/">Go back home</PageLink>
      </p>
    </PageBanner>
  );
}

function Whole({ page, issues }: { page: ContentPage; issues: string[] | undefined }) {
  const { samplePosts } = useSite();
  const { title, summary, ending } = page;
  return (
    <>
      {issues ? <DraftNote issues={issues} /> : null}
      <PageBanner className="page-head" art={<Vehicle name="recovery" paint="b" />}>
        <nav className="crumbs" aria-label="Breadcrumb">
          <ol role="list">
            <li>
              <PageLink to="/">Home</PageLink>
            </li>
            <li aria-current="page">{title}</li>
          </ol>
        </nav>
        <h1 className="h-display">{whole(title)}</h1>
        <p className="lead">{whole(summary)}</p>
        <WhoWeAre>{OPTIONS_AND_RISK}</WhoWeAre>
        {samplePosts ? <p className="who">This page is an example.</p> : null}
        <CallActions form={ending === 'Call' ? '/contact' : '#contact'} />
      </PageBanner>
      <ContentPageBody page={page} />
      <ContentPageEnding ending={ending} />
    </>
  );
}
