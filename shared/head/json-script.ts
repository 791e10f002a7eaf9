/**
 * Returns JSON that is safe inside `<script type="application/json">` and JSON-LD: `<` cannot open
 * `</script>` or `<!--`, and the two line separators that old JavaScript parsers trip over are
 * escaped (HTML Standard, "restrictions for contents of script elements").
 */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
