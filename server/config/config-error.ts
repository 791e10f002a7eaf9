/** Thrown for unusable settings. The message names one a line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
