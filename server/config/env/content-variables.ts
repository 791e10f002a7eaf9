import { text } from '../schemas.ts';
import { hostOrOrigin } from './address-schemas.ts';
import { defineVariable } from './variable-definition.ts';
import { headerSecret, secret, token, wholeNumber } from './variable-schemas.ts';

export const SITE_VARIABLES = {
  SITE_DIR: defineVariable(
    text.default('./site'),
    'Your folder: your company’s details, mark, photos, posts and pages. See [your company’s site](owner.md).',
  ),
  SITE_FILE: defineVariable(
    text.optional(),
    'The file with your company’s details, in YAML or JSON. A relative path starts in `SITE_DIR`.',
    { defaultText: '`site.yaml`, otherwise `site.json`, in `SITE_DIR`', example: 'site.yaml' },
  ),
};

export const BLOG_VARIABLES = {
  CONTENTFUL_SPACE_ID: defineVariable(
    text.regex(/^[\w-]+$/, 'must be a space id: letters, digits, - and _').optional(),
    'The space of the posts. Goes with `CONTENTFUL_ACCESS_TOKEN`.',
    { defaultText: 'embedded posts' },
  ),
  CONTENTFUL_ACCESS_TOKEN: defineVariable(token.optional(), 'Its delivery token.', {
    defaultText: 'embedded posts',
  }),
  CONTENTFUL_ENVIRONMENT: defineVariable(
    text
      .regex(
        /^(?!\.+$)[\w.-]+$/,
        'must be an environment name: letters, digits, -, _ and ., not dots alone',
      )
      .default('master'),
    'The environment of the space.',
  ),
  CONTENTFUL_HOST: defineVariable(
    hostOrOrigin.prefault('cdn.contentful.com'),
    'A host, or an origin such as `http://127.0.0.1:4010` for a stand-in.',
  ),
  CONTENTFUL_PREVIEW_TOKEN: defineVariable(
    token.optional(),
    'Lets editors preview drafts. Needs `PREVIEW_SECRET` and the space.',
  ),
  CONTENTFUL_PREVIEW_HOST: defineVariable(
    hostOrOrigin.prefault('preview.contentful.com'),
    'The host of drafts.',
  ),
  PREVIEW_SECRET: defineVariable(secret.optional(), 'Part of the address of a preview.'),
  CONTENTFUL_WEBHOOK_SECRET: defineVariable(
    headerSecret.optional(),
    'What Contentful sends to [the webhook](connections.md#the-content-webhook) in `X-Webhook-Secret`.',
  ),
  CONTENTFUL_WEBHOOK_SIGNING_SECRET: defineVariable(
    token.pipe(secret).optional(),
    'The secret Contentful signs its webhook requests with, instead of `X-Webhook-Secret`.',
  ),
  CONTENT_TTL_SECONDS: defineVariable(
    wholeNumber(0, 86_400).default(60),
    'How often the blog is refreshed, in seconds, 0 to 86400.',
  ),
};
