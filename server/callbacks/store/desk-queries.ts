import type { RequestSource } from '../../../shared/callback/request-source.ts';
import type { Database } from '../../database/database.ts';
import { type Row, type Statement, sql } from '../../database/engine.ts';
import { type FailingChannel, MAX_WAITING_MS, selectFailing, toFailing } from './deliveries.ts';
import {
  hasStatus,
  isBehind,
  selectCallback,
  selectCallbacks,
  statusExpression,
} from './select-callbacks.ts';
import {
  type CallbackStatus,
  type Outcome,
  readCall,
  readCallbacks,
  type StoredCallback,
} from './stored-callback.ts';
import { countsSince, toWeeklyCount } from './weekly-counts.ts';

/** The number of calls, and of earlier requests, in the history of a caller. */
const HISTORY_LENGTH = 5;

export type DeskQueries = ReturnType<typeof createDeskQueries>;
export type StatusCounts = Record<CallbackStatus, number>;
export type History = Awaited<ReturnType<DeskQueries['request']>>['history'];

/** A part of a list: the requests, and whether there are more. */
export interface ListPart {
  requests: StoredCallback[];
  hasMore: boolean;
}

/** The counts and the warnings that every page of the desk shows. */
export interface Frame {
  counts: StatusCounts;
  failing: FailingChannel[];
}

/** Creates the queries of the desk: each page is read in one transaction. */
export function createDeskQueries(database: Database) {
  /** Reads what every page shows, and the statements of a page; their rows keep their order. */
  async function readPage<const T extends readonly Statement[]>(statements: T) {
    const failingSince = new Date(Date.now() - MAX_WAITING_MS);
    const frameStatements = [countStatuses(), selectFailing(failingSince)];
    const [counts = [], failing = [], ...rows] = await database.transaction([
      ...frameStatements,
      ...statements,
    ]);
    const frame: Frame = { counts: readCounts(counts), failing: failing.map(toFailing) };
    return { frame, rows: rows as { [Index in keyof T]: Row[] } };
  }

  return {
    /**
     * Reads a page of a list, and the first requests to call later, soonest first.
     * @param list.status all requests when it is not set
     * @param list.changedId the request that was changed a moment ago
     */
    async list(list: {
      status?: CallbackStatus | undefined;
      outcome?: Outcome | undefined;
      order: 'oldest' | 'newest';
      after?: string | undefined;
      changedId?: string | undefined;
      length: number;
    }) {
      const { status, outcome, order, after = null, changedId = '', length } = list;
      const isListed = status ? hasStatus(status, Date.now()) : sql`TRUE`;
      const hasOutcome = outcome ? sql`outcome = ${outcome}` : sql`TRUE`;
      const wanted = sql`${isListed} AND ${hasOutcome} AND ${isBehind(after, order)}`;
      const direction = order === 'oldest' ? 'ASC' : 'DESC';
      const { frame, rows } = await readPage([
        selectCallbacks(wanted, [`number ${direction}`], length + 1),
        selectCallbacks(hasStatus('later', Date.now()), ['call_again_at', 'number'], length + 1),
        selectCallback(changedId),
      ]);
      const [page, later, changed] = rows;
      return {
        frame,
        page: readPart(page, length),
        later: readPart(later, length),
        changed: readCallbacks(changed)[0] ?? null,
      };
    },

    /** Reads a request with the history of its caller: calls, and earlier requests. */
    async request(id: string, changedId = '') {
      const own = (column: string) =>
        sql`(SELECT own.${[column]} FROM callbacks AS own WHERE own.id = ${id})`;
      const isSameCaller = sql`(caller_number = ${own('caller_number')}
      OR caller_email = ${own('caller_email')})`;
      const isEarlier = sql`${isSameCaller} AND number < ${own('number')}`;
      const calls = sql`FROM callback_saves JOIN callbacks USING (number)
      WHERE ${isSameCaller} AND callback_saves.outcome IS NOT NULL AND undone = 0`;
      const { frame, rows } = await readPage([
        selectCallback(id),
        sql`SELECT callback_saves.outcome AS outcome, saved_by, saved_at ${calls}
        ORDER BY saved_at DESC, callback_saves.version DESC LIMIT ${HISTORY_LENGTH}`,
        sql`SELECT count(*) AS many ${calls}`,
        selectCallbacks(isEarlier, ['number DESC'], HISTORY_LENGTH),
        sql`SELECT count(*) AS many FROM callbacks WHERE ${isEarlier}`,
        selectCallback(changedId),
      ]);
      const [found, lastCalls, [called], previous, [asked], changed] = rows;
      return {
        frame,
        request: readCallbacks(found)[0] ?? null,
        history: {
          /** The number of calls to the caller. */
          callCount: Number(called?.many),
          /** The latest calls, newest first. */
          calls: lastCalls.map(readCall),
          earlierCount: Number(asked?.many),
          /** The latest requests of the caller before this one, newest first. */
          previousRequests: readCallbacks(previous),
        },
        changed: readCallbacks(changed)[0] ?? null,
      };
    },

    /**
     * Reads what visitors did since the week that begins on a Monday, and the requests received since
     * a time, oldest first. Flagged requests are not included.
     */
    async weeks(monday: string, from: Date) {
      const { frame, rows } = await readPage([countsSince(monday), selectTimes(from)]);
      const [actions, callbacks] = rows;
      return {
        frame,
        actions: actions.map(toWeeklyCount),
        callbacks: callbacks.map(toCallbackTimes),
      };
    },

    /** Reads the times of the requests received from a time on, before another. */
    async times(from: Date, to: Date): Promise<CallbackTimes[]> {
      return (await database.run(selectTimes(from, to))).map(toCallbackTimes);
    },

    /** Reads what every page shows. */
    async frame(): Promise<Frame> {
      return (await readPage([])).frame;
    },
  };
}

function readPart(rows: Row[], length: number): ListPart {
  const found = readCallbacks(rows);
  return { requests: found.slice(0, length), hasMore: found.length > length };
}

const countStatuses = () =>
  sql`SELECT status, count(*) AS many FROM
    (SELECT ${statusExpression(Date.now())} AS status FROM callbacks) AS callback GROUP BY status`;

function readCounts(rows: Row[]): StatusCounts {
  const counts = { due: 0, later: 0, called: 0, suspected: 0 };
  for (const { status, many } of rows) counts[status as CallbackStatus] = Number(many);
  return counts;
}

/** Returns the statement that selects the course of requests, without flagged ones, oldest first. */
const selectTimes = (from: Date, to?: Date) =>
  sql`SELECT received_at, page, source, ${statusExpression(Date.now())} AS status,
      (SELECT min(saved_at) FROM callback_saves
        WHERE number = callbacks.number AND outcome IS NOT NULL AND undone = 0) AS called_at
    FROM callbacks WHERE received_at >= ${from.getTime()}
      AND received_at < ${to?.getTime() ?? Number.MAX_SAFE_INTEGER} AND flags = ''
    ORDER BY received_at`;

/** The course of a request. Times are milliseconds since 1970. */
export type CallbackTimes = ReturnType<typeof toCallbackTimes>;

const toCallbackTimes = ({ received_at, page, source, status, called_at }: Row) => ({
  receivedAt: Number(received_at),
  /** The path of the page from which it was sent; null when it is unknown. */
  page: page as string | null,
  /** The campaign that brought the caller; null when it is unknown. */
  source: source ? (JSON.parse(String(source)) as RequestSource) : null,
  /** The time of the first saved outcome; null before it. */
  calledAt: called_at == null ? null : Number(called_at),
  /** True while it waits for a call, now or later. */
  isOpen: status === 'due' || status === 'later',
});
