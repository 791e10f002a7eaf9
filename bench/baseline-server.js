// The least that answers a page, to compare a start with. Plain JavaScript, as what it is compared
// with is built. Arguments: its port, and whether by Express.
import { createServer } from 'node:http';

const [port, by] = process.argv.slice(2);
const PAGE = '<!doctype html><title>Home</title>';
let listener = (_request, response) => response.end(PAGE);
if (by === 'express') {
  const { default: express } = await import('express');
  listener = express().get('/', (_request, response) => response.send(PAGE));
}
createServer(listener).listen(Number(port), '127.0.0.1');
