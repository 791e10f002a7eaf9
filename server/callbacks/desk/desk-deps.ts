import type { Logger } from 'pino';
import type { Company } from '../../../shared/site/company.ts';
import type { CallbackStore } from '../store/callback-store.ts';
import type { SendPage } from './DeskLayout.tsx';
import type { LogViews } from './view-log.ts';

/** The dependencies of the desk's pages. */
export interface DeskDeps {
  store: CallbackStore;
  send: SendPage;
  log: Logger;
  logViews: LogViews;
  /** Returns the company as the latest edit of the site file has it. */
  getCompany: () => Company;
}
