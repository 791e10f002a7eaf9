/** Names one or more unusable settings, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
