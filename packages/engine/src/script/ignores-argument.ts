const sourceOf = Function.prototype.toString

/** `function name(parameter) {`, `(parameter) => `, `parameter => `, each also without a parameter. */
const HEAD = /^(?:function\s*[\w$]*\s*\(\s*([\w$]*)\s*\)|\(\s*([\w$]*)\s*\)\s*=>|([\w$]+)\s*=>)/

/**
 * Whether a handler certainly does not read its argument, so that none has to be created. Decided by its source text: the
 * name of the parameter does not occur in the rest of it, not even in a comment. When in doubt, the handler reads it.
 */
export function ignoresArgument(handler: (...values: never[]) => unknown): boolean {
  const source = sourceOf.call(handler)
  const head = HEAD.exec(source)
  if (head === null) return false
  const parameter = head[1] ?? head[2] ?? head[3] ?? ''
  const rest = source.slice(head[0].length)
  // Bound functions, proxies and functions of the language do not show their source.
  if (rest.includes('[native code]')) return false
  // Backslashes can hide a name; `arguments` and `eval` can reach the argument without its name.
  if (rest.includes('\\')) return false
  const words = new Set(rest.split(/[^\w$]+/))
  return !words.has('arguments') && !words.has('eval') && (parameter === '' || !words.has(parameter))
}
