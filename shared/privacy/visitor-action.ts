import type { RouteId } from '../addresses.ts';

/** Something done on a page that is counted, without who did it or what else they did. */
export interface VisitorAction {
  name: 'call' | 'step' | 'form-begun' | 'form-sent';
  page: RouteId;
  /** The `tel:` address that was tapped, or the step that was ticked. */
  of?: string;
}
