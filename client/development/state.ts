/**
 * What open pages are told whenever it changes. They compare it with what they show, so that a page
 * that missed something catches up.
 */
export interface DevState {
  /** Start of the development server. */
  session: number;
  /** Starts of the site. */
  site: number;
  /** Changes that only a new page from the site can show. */
  pages: number;
  modules: number;
  /** Changes with the content of the stylesheet. */
  styles: string;
  /** What is wrong with the sources, where, and their text there. */
  problems: string[];
}
