/** Names one or more settings that cannot be used, a line each. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
