import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { postPath } from '../../addresses.ts';
import { PictureImage } from '../PictureImage.tsx';
import type { LinkTarget } from '../post.ts';
import { EditorLink } from './EditorLink.tsx';

/**
 * Short name of a file's kind: `PDF` for `application/pdf`. Long technical names say nothing to a
 * reader.
 */
function kindOfFile(contentType: string): string {
  const kind = contentType.split('/')[1] ?? '';
  return /^[a-z\d]{2,4}$/.test(kind) ? ` (${kind.toUpperCase()})` : '';
}

/**
 * An entry or asset that an editor put between paragraphs; what could not be resolved is left out.
 */
export function EmbeddedBlock({ target }: { target: LinkTarget | undefined }) {
  switch (target?.kind) {
    case 'post':
      return (
        <div className="card rich__post">
          {target.image ? (
            <PictureImage picture={target.image} placement="text" className="rich__post-cover" />
          ) : null}
          <Link className="arrow" to={postPath(target.slug)}>
            {target.title}
          </Link>
          {target.excerpt ? <p className="excerpt">{target.excerpt}</p> : null}
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
      return (
        <p>
          <EditorLink uri={target.url}>
            {target.title}
            {kindOfFile(target.contentType)}
          </EditorLink>
        </p>
      );
    default:
      return null;
  }
}

/** An entry in running text, under its own title. */
export function EmbeddedInline({ target }: { target: LinkTarget | undefined }) {
  return target ? <TargetLink target={target}>{target.title}</TargetLink> : null;
}

/** Text that links to an entry or asset; the text alone when that could not be resolved. */
export function TargetLink({
  target,
  children,
}: {
  target: LinkTarget | undefined;
  children: ReactNode;
}) {
  switch (target?.kind) {
    case 'post':
      return <Link to={postPath(target.slug)}>{children}</Link>;
    case 'image':
      return <EditorLink uri={target.picture.url}>{children}</EditorLink>;
    case 'file':
      return <EditorLink uri={target.url}>{children}</EditorLink>;
    default:
      return children;
  }
}
