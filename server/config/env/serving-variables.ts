import { oneOf, onOrOff, text } from '../schemas.ts';
import { origin } from './address-schemas.ts';
import { defineVariable } from './variable-definition.ts';
import { fraction, wholeNumber } from './variable-schemas.ts';

export const ADDRESS_VARIABLES = {
  PORT: defineVariable(wholeNumber(0, 65_535).default(3000), 'The port for visitors.'),
  HOST: defineVariable(text.default('0.0.0.0'), 'The address to listen on.'),
  SITE_URL: defineVariable(
    origin('an http or https origin such as https://www.example.com').optional(),
    'The public address, used in links. If it starts with https, the site counts as public and sends HSTS.',
    { defaultText: '`http://localhost:$PORT`', example: 'https://www.example.com' },
  ),
  CANONICAL_HOST: defineVariable(
    onOrOff.default('off'),
    '`on` redirects (308) requests for other host names to `SITE_URL`, except health checks, IP addresses and private names.',
  ),
  HSTS: defineVariable(
    oneOf('off', 'host', 'subdomains', 'preload').default('subdomains'),
    '`off`, `host`, `subdomains` or `preload`, which takes months to undo.',
  ),
  ALLOW_INDEXING: defineVariable(
    oneOf('true', 'false').default('true'),
    '`false` on a staging site keeps search engines away.',
  ),
  TRUST_PROXY: defineVariable(
    wholeNumber(0, 10).default(0),
    'How many of your own proxies are in front of the site. If it is too low, all visitors share one limit; if it is too high, a visitor can fake their address.',
  ),
};

export const RUNNING_VARIABLES = {
  ADMIN_PORT: defineVariable(
    wholeNumber(0, 65_535).optional(),
    'A listener with `/metrics` for Prometheus. Never make it public.',
    { example: '9464' },
  ),
  ADMIN_HOST: defineVariable(text.default('127.0.0.1'), 'The address the admin port listens on.'),
  DRAIN_DELAY_SECONDS: defineVariable(
    wholeNumber(0, 10).default(0),
    'How long the site keeps serving after SIGTERM while `/readyz` answers 503, 0 to 10. Set it a little longer than your load balancer takes to notice.',
  ),
  LOG_LEVEL: defineVariable(
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
    '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
  ),
  VITALS_SAMPLE_RATE: defineVariable(
    fraction.default(1),
    'The share of visits measured and counted, 0 to 1.',
  ),
  SERVICE_WORKER: defineVariable(
    onOrOff.default('on'),
    '`off` removes the offline copy from browsers.',
  ),
};
