import { readFileSync } from 'node:fs';
import express from 'express';
import { listen } from './listen.ts';

/**
 * What ours is measured against: one Express route that does nothing but send bytes, with the headers that ours
 * sends. BODY_FILE holds the bytes, HEADERS the headers as JSON.
 */
const body = readFileSync(process.env.BODY_FILE ?? '');
const headers = JSON.parse(process.env.HEADERS ?? '{}') as Record<string, string>;

const app = express().disable('x-powered-by');
app.get(process.env.ROUTE ?? '/', (_request, response) => {
  response.set(headers).send(body);
});
listen(app);
