import { oneOf, onOrOff, text } from '../schemas.ts';
import {
  deskAddress,
  loginAddress,
  origin,
  postgresAddress,
  webUrlList,
} from './address-schemas.ts';
import { defineVariable } from './variable-definition.ts';
import { emailList, emailSender, listOf, secret, wholeNumber } from './variable-schemas.ts';

export const CALLBACK_VARIABLES = {
  PHP_BACKEND_URL: defineVariable(
    origin('the http or https origin of the PHP backend, such as http://php:8080').optional(),
    'The origin of a PHP backend: forms go to its `/contact.php`.',
    { defaultText: "the site's own store", example: 'http://php:8080' },
  ),
  CALLBACK_SPOOL: defineVariable(
    onOrOff.default('off'),
    '`on` keeps requests that the PHP backend cannot take and delivers them later. Needs a database that is kept between restarts.',
  ),
  SMTP_URL: defineVariable(
    loginAddress(
      ['smtp:', 'smtps:'],
      'the address of a mail server: smtp://… or smtps://…',
    ).optional(),
    'The mail server. Needs the next two as well.',
    { example: 'smtps://user:password@mail.example.com' },
  ),
  CALLBACK_MAIL_TO: defineVariable(emailList.optional(), 'Email addresses, separated by commas.', {
    example: 'claims@example.com, night@example.com',
  }),
  CALLBACK_MAIL_FROM: defineVariable(
    emailSender.optional(),
    'The address these emails come from. The mail server must allow it.',
    { example: 'website@example.com' },
  ),
  EDITOR_MAIL_TO: defineVariable(
    emailList.optional(),
    'Who gets one email about each entry just published, or file just saved in `SITE_DIR`, that the site cannot show. Needs `SMTP_URL` and `CALLBACK_MAIL_FROM`.',
    { example: 'editor@example.com' },
  ),
  CALLBACK_CONFIRMATION: defineVariable(
    onOrOff.default('off'),
    '`on` emails callers that their request has arrived, at most once a day each. The email repeats nothing they typed.',
  ),
  CALLBACK_WEBHOOK_URL: defineVariable(
    webUrlList.optional(),
    'Where requests are posted: addresses, separated by commas.',
    { example: 'https://crm.example.com/callbacks' },
  ),
  CALLBACK_WEBHOOK_FORMAT: defineVariable(
    listOf(oneOf('json', 'slack', 'teams')).prefault('json'),
    '`json` (every field, signed with the secret), `slack` or `teams` (name, number, time, page). Give one for all addresses, or one for each, for example `json, slack`.',
  ),
  CALLBACK_WEBHOOK_SECRET: defineVariable(
    secret.optional(),
    'The secret that signs requests (`X-Callback-Signature`). Give one for all `json` addresses, or one for each, separated by commas.',
  ),
  DATABASE_URL: defineVariable(
    postgresAddress.optional(),
    'A PostgreSQL database, shared by any number of replicas.',
    {
      defaultText: 'SQLite, `DATA_DIR/site.db`',
      example: 'postgres://website:password@db:5432/website',
    },
  ),
  DATA_DIR: defineVariable(
    text.default('./data'),
    'The folder of the embedded database. Only one process may use it. `/data` in the container.',
  ),
  CALLBACK_RETENTION_DAYS: defineVariable(
    wholeNumber(0, 36_500).default(365),
    'Callback requests older than this are deleted. `0` keeps them all.',
  ),
  CONTACT_RATE_LIMIT: defineVariable(
    wholeNumber(1, 1_000_000).default(5),
    'How many callback requests one visitor may send in 10 minutes. Each replica counts for itself.',
  ),
  DESK_PASSWORD: defineVariable(
    secret.optional(),
    'The password of the desk, `/callbacks`. Staff sign in with it and any user name.',
  ),
  DESK_PORT: defineVariable(
    wholeNumber(0, 65_535).optional(),
    'A port for the desk alone, to put behind a TLS proxy. `TRUST_PROXY` applies there too.',
    { defaultText: 'the admin listener', example: '9465' },
  ),
  DESK_HOST: defineVariable(text.default('127.0.0.1'), 'The address the desk listens on.'),
  DESK_URL: defineVariable(
    deskAddress.optional(),
    "The desk's public address, used in links in emails and messages.",
    { example: 'https://desk.example.com' },
  ),
};
