import type { ReactNode } from 'react';
import { matchRoute, NOT_FOUND_ROUTE } from '../../addresses.ts';
import { PageLink } from '../../navigation/PageLink.tsx';
import { useSite } from '../../site/site-context.ts';
import { linkAddress, pathOnSite } from './link-address.ts';

/**
 * A link as an editor entered it. Its text stays when it may not lead there; a page of this site
 * opens without a full page load.
 */
export function EditorLink({ uri, children }: { uri: unknown; children: ReactNode }) {
  const { url } = useSite();
  const address = linkAddress(uri);
  if (address === null) return children;
  const path = pathOnSite(address, url);
  if (path !== null && matchRoute(path.replace(/[?#].*/, '')).route !== NOT_FOUND_ROUTE)
    return <PageLink to={path}>{children}</PageLink>;
  return <a href={address}>{children}</a>;
}
