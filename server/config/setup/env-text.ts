/**
 * Sets a variable in the text of a `.env`, in place of an empty or commented one. Every other line
 * stays as it is.
 */
export function setInEnvText(text: string, name: string, value: string): string {
  const line = `${name}=${quoteEnvValue(value)}`;
  const open = new RegExp(`^(?:# *${name}=.*|${name}=\\s*)$`, 'm');
  if (open.test(text)) return text.replace(open, () => line);
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`;
}

/** Quotes a value only where another reader needs it: `docker run --env-file` knows no quotes. */
function quoteEnvValue(value: string): string {
  if (!/[#$`]|^'/.test(value)) return value;
  // Neither Compose nor systemd looks for variables between single quotes.
  return value.includes("'") ? `"${value}"` : `'${value}'`;
}
