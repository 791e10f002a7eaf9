import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { describeSuspectVariables } from '../golive-findings.ts';

test.each([
  ['CONTENFUL_SPACE_ID', 'CONTENTFUL_SPACE_ID'],
  ['PHP_BACKND_URL', 'PHP_BACKEND_URL'],
  ['PHP_BACKEND_URI', 'PHP_BACKEND_URL'],
  ['CONTENT_TTL_SECOND', 'CONTENT_TTL_SECONDS'],
  ['CALLBACK_MAILTO', 'CALLBACK_MAIL_TO'],
  ['COMPANY_PHONE_24', 'COMPANY_PHONE_24H'],
  ['CONTENTFUL_SPACE', 'CONTENTFUL_SPACE_ID'],
  ['CONTENT_TTL', 'CONTENT_TTL_SECONDS'],
  ['PHP_BACKEND', 'PHP_BACKEND_URL'],
  ['DESK_PASWORD', 'DESK_PASSWORD'],
  ['DESK_PASS', 'DESK_PASSWORD'],
  ['CALLBACK_CONFIRM', 'CALLBACK_CONFIRMATION'],
  ['company_name', 'COMPANY_NAME'],
  ['Desk_Pasword', 'DESK_PASSWORD'],
  ['PREVIEW_SECRET_FLIE', 'PREVIEW_SECRET_FILE'],
  ['CONTENTFUL_ACCES_TOKEN_FILE', 'CONTENTFUL_ACCESS_TOKEN_FILE'],
])('%s stops the start, and %s is offered in its place', (slip, name) => {
  expect(() => readConfig({ [slip]: 'canary' })).toThrow(
    `${slip}: is not a setting of the site, did you mean ${name}?`,
  );
  expect(() => readConfig({ [slip]: 'canary' })).not.toThrow('canary');
});

test.each([
  ['SITE_TITLE', 'SITE_FILE'],
  ['SITE_ULR', 'SITE_URL'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['SMTP_URI', 'SMTP_URL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['site_url', 'SITE_URL'],
  ['ADMIN_PORTS', 'ADMIN_PORT'],
])(
  '%s may be another program’s: the site starts, and asks whether %s was meant',
  (name, nearest) => {
    const [doubt, ...others] = describeSuspectVariables(readConfig({ [name]: 'canary' }));
    expect(doubt?.join('. ')).toMatch(
      `${name} is not a setting of the site. Did you mean ${nearest}?`,
    );
    expect(doubt?.join()).not.toContain('canary');
    expect(others).toEqual([]);
  },
);

const SHELL =
  'COLORTERM DBUS_SESSION_BUS_ADDRESS DESKTOP_SESSION DISPLAY EDITOR GDMSESSION HISTSIZE HOME HOSTNAME HOSTTYPE INVOCATION_ID JOURNAL_STREAM LANG LANGUAGE LC_ALL LESSOPEN LOGNAME LS_COLORS MAIL MAILTO MANPATH NVM_BIN NVM_DIR OLDPWD PAGER PATH PWD SHELL SHLVL SSH_AUTH_SOCK SSH_CONNECTION SSH_TTY TERM TERM_PROGRAM TMPDIR TZ USER USERNAME VISUAL WINDOWID XAUTHORITY XDG_CONFIG_DIRS XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR XDG_SESSION_ID';
const CONTAINER =
  'AMQP_URL BASE_URL CI CI_PROJECT_DIR DATA_PATH DEBIAN_FRONTEND GITHUB_ACTIONS GPG_KEYS HTTPS_PROXY HTTP_PROXY IMAGE_TAG KUBERNETES_PORT LOG_FORMAT NODE_COMPILE_CACHE NODE_ENV NODE_EXTRA_CA_CERTS NODE_OPTIONS NODE_VERSION NO_PROXY OTEL_SERVICE_NAME PGDATA PHPIZE_DEPS PHP_BACKEND_SERVICE_HOST PHP_EXTRA_CONFIGURE_ARGS PHP_INI_DIR PHP_SHA256 PHP_VERSION POD_IP POD_NAME POSTGRES_PASSWORD REDIS_URL SENTRY_DSN SITE_NAME SMTP_HOST SMTP_PASSWORD SMTP_PORT SMTP_USER SSL_CERT_FILE YARN_VERSION npm_config_cache npm_lifecycle_event npm_package_name';

test('the environment of a usual shell or container is left alone', () => {
  const names = `${SHELL} ${CONTAINER}`.split(' ');
  expect(readConfig(Object.fromEntries(names.map((name) => [name, '1']))).suspectVariables).toEqual(
    [],
  );
});

test('variables that Kubernetes sets for a Service with a similar name are left alone', () => {
  const links = {
    ADMIN2_PORT: 'tcp://10.0.0.7:80',
    ADMIN2_SERVICE_HOST: '10.0.0.7',
    ADMIN2_PORT_80_TCP_ADDR: '10.0.0.7',
    PHP_BACKEND_PORT_80_TCP: 'tcp://10.0.0.7:80',
  };
  expect(readConfig(links).suspectVariables).toEqual([]);
});
