import type { ReactNode } from 'react';
import { PageLink } from '../../navigation/PageLink.tsx';
import { matchRoute, NOT_FOUND_ROUTE, postPath } from '../../routes.ts';
import { useSite } from '../../site/site-context.ts';
import { Excerpt } from '../Excerpt.tsx';
import { PictureImage } from '../picture/PictureImage.tsx';
import type { LinkTarget } from '../post.ts';
import '../../ui/card.css';

// A new kind must be put somewhere: what is left for a `default` is said in types.
type Target<Kind extends LinkTarget['kind']> = Extract<LinkTarget, { kind: Kind }>;

/**
 * Returns the short name of a file's kind: `PDF` for `application/pdf`. Long technical names say
 * nothing to a reader.
 */
function fileTypeLabel(contentType: string): string {
  const kind = contentType.split('/')[1] ?? '';
  return /^[a-z\d]{2,4}$/.test(kind) ? ` (${kind.toUpperCase()})` : '';
}

/** An entry or asset that an editor put between paragraphs. */
export function EmbeddedBlock({ target }: { target: LinkTarget }) {
  switch (target.kind) {
    case 'post':
      return (
        <div className="card rich__post">
          {target.image ? (
            <PictureImage picture={target.image} placement="text" className="rich__post-cover" />
          ) : null}
          <PageLink className="arrow" to={postPath(target.slug)}>
            {target.title}
          </PageLink>
          <Excerpt excerpt={target.excerpt} />
        </div>
      );
    case 'image':
      return (
        <figure>
          <PictureImage picture={target.picture} placement="text" className="rich__picture" />
          {target.caption ? <figcaption className="fine">{target.caption}</figcaption> : null}
        </figure>
      );
    case 'file':
      return isPlayable(target) ? (
        // biome-ignore lint/a11y/useMediaCaption: captions are in the editor's file, or there are none
        <video
          className="rich__video"
          src={target.url}
          aria-label={target.title}
          preload="none"
          controls
        />
      ) : (
        <p>
          <EditorLink uri={target.url}>
            {target.title}
            {fileTypeLabel(target.contentType)}
          </EditorLink>
        </p>
      );
    default:
      target satisfies Target<'link' | 'title'>;
      return (
        <p>
          <EmbeddedInline target={target} />
        </p>
      );
  }
}

/** Tells whether a video is from the one host that the content security policy allows. */
function isPlayable({ url, contentType }: { url: string; contentType: string }): boolean {
  return contentType.startsWith('video/') && /^(?:https?:)?\/\/videos\.ctfassets\.net\//.test(url);
}

/** An entry in running text, under its own title. */
export function EmbeddedInline({ target }: { target: LinkTarget }) {
  return <TargetLink target={target}>{target.title}</TargetLink>;
}

/** Text that links to an entry or asset; the text alone when that has no address. */
export function TargetLink({ target, children }: { target: LinkTarget; children: ReactNode }) {
  switch (target.kind) {
    case 'post':
      return <PageLink to={postPath(target.slug)}>{children}</PageLink>;
    case 'image':
      return <EditorLink uri={target.picture.url}>{children}</EditorLink>;
    case 'file':
    case 'link':
      return <EditorLink uri={target.url}>{children}</EditorLink>;
    default:
      target satisfies Target<'title'>;
      return children;
  }
}

/** A link to an address that the server has checked. A page of this site opens without a full page load. */
export function EditorLink({ uri: href, children }: { uri: string; children: ReactNode }) {
  const { url } = useSite();
  const path = url && href.startsWith(`${url}/`) ? href.slice(url.length) : href;
  const isPage =
    /^\/(?![/\\])/.test(path) && matchRoute(path.replace(/[?#].*/, '')).route !== NOT_FOUND_ROUTE;
  return isPage ? <PageLink to={path}>{children}</PageLink> : <a href={href}>{children}</a>;
}
