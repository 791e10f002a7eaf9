import { type ReactNode, useContext } from 'react';
import { useLocation } from 'react-router-dom';
import { BlogContext } from '../blog/blog-client.ts';
import { DraftNote } from '../blog/DraftNote.tsx';
import { readResult } from '../blog/Loading.tsx';
import type { ContentPage } from '../content-page.ts';
import { type CorePageId, matchPathname } from '../routes.ts';
import type { PhotoPage } from '../site/photo.ts';
import { useSite } from '../site/site-context.ts';
import { CallActions } from '../ui/CallActions.tsx';
import { PageBanner } from '../ui/PageHead.tsx';
import { Photo } from '../ui/Photo.tsx';
import { Vehicle } from '../ui/scenery/Vehicle.tsx';
import { OPTIONS_AND_RISK, REPAIR_OPTIONS, WhoWeAre } from '../ui/WhoWeAre.tsx';
import { whole } from '../ui/whole.tsx';
import '../ui/scenery/scene.css';
import '../ui/page-head.css';
import { ContentPageBody, ContentPageEnding } from './ContentPageBody.tsx';

/** The parts of a core page that stay when the owner writes its text. */
interface Frame {
  /** Says in the head that the firm is not the visitor's insurer. */
  who: ReactNode;
  /** True for a page whose head has the call button and a vehicle. */
  hasCallButton: boolean;
  /** The page whose photo stands in place of the vehicle, unless the owner's page has a picture. */
  photo: PhotoPage | null;
  ending: ContentPage['ending'];
}

const LEGAL: Frame = { who: null, hasCallButton: false, photo: null, ending: undefined };

const FRAMES: { readonly [id in CorePageId]: Frame } = {
  about: { who: null, hasCallButton: true, photo: 'about', ending: 'Call' },
  'replacement-vehicles': {
    who: <WhoWeAre>{OPTIONS_AND_RISK}</WhoWeAre>,
    hasCallButton: true,
    photo: 'replacement-vehicles',
    ending: 'Form',
  },
  'credit-hire': {
    who: <WhoWeAre>{OPTIONS_AND_RISK}</WhoWeAre>,
    hasCallButton: true,
    photo: 'credit-hire',
    ending: 'Form',
  },
  'bodyshop-repairs': {
    who: <WhoWeAre>{REPAIR_OPTIONS}</WhoWeAre>,
    hasCallButton: true,
    photo: 'bodyshop-repairs',
    ending: 'Form',
  },
  terms: LEGAL,
  complaints: LEGAL,
  'privacy-policy': LEGAL,
};

/** A core page in the owner's words, at the address of the page whose body they replace. */
export function OwnPage() {
  const id = matchPathname(useLocation().pathname).route.id as CorePageId;
  const { photos } = useSite();
  const result = readResult(useContext(BlogContext).contentPage(id));
  if (result.state !== 'ready') return null;
  const { contentPage: page, draft } = result;
  const { who, hasCallButton, photo, ending } = FRAMES[id];
  const ownPhoto = photo && !page.image && photos?.[photo] ? photo : null;
  const endsWith = page.ending ?? ending;
  return (
    <>
      {draft ? <DraftNote issues={draft.issues} /> : null}
      <PageBanner
        className="page-head"
        art={hasCallButton && !ownPhoto ? <Vehicle name="recovery" paint="b" /> : null}
      >
        <div>
          <h1 className="h-display">{whole(page.title)}</h1>
          <p className="lead">{whole(page.summary)}</p>
          {who}
          {hasCallButton ? (
            <CallActions form={endsWith === 'Form' ? '#contact' : '/contact'} />
          ) : null}
        </div>
        {ownPhoto ? <Photo page={ownPhoto} inView /> : null}
      </PageBanner>
      <ContentPageBody page={page} />
      <ContentPageEnding ending={endsWith} />
    </>
  );
}
