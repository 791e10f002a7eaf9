import type { Response } from 'express';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { CallbackStore } from '../store.ts';
import { DeskPage } from './DeskPage.tsx';
import type { View } from './list-query.ts';

/** Sends a page of the desk to whoever signed in. */
export type SendPage = ReturnType<typeof createSend>;

export function createSend({
  store,
  company,
  stylesheet,
}: {
  store: CallbackStore;
  company: () => string;
  stylesheet: () => string;
}) {
  return async (
    response: Response,
    page: { title: string; view?: View; search?: string; children: ReactNode },
  ): Promise<void> => {
    const counts = await store.standings();
    const { by } = response.locals;
    const shell = { company: company(), stylesheet: stylesheet(), by, counts };
    const props = { ...page, shell };
    const html = renderToStaticMarkup(createElement(DeskPage, props));
    response.type('html').send(`<!DOCTYPE html>${html}`);
  };
}
