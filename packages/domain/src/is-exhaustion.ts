/** Newer than the type definitions of the language. */
const { isError } = Error as unknown as { isError(value: unknown): value is Error }
const { getOwnPropertyDescriptor } = Object

/** The message of V8 when the stack is full. */
export const STACK_OVERFLOW = 'Maximum call stack size exceeded'
const ALLOCATION_FAILED = 'Array buffer allocation failed'
/** The parser and the compiler of regular expressions run out of stack, too, or their code would be too large. */
const REGULAR_EXPRESSION = /^Invalid regular expression: .*: (?:Regular expression too large|Stack overflow)$/s

/**
 * Whether something thrown says that the machine had not enough of something: stack, or memory outside the heap. How much
 * there is depends on V8's optimizations and on the machine, so no script may continue after it. Errors at limits of the
 * language, as in `new Array(-1)`, are the same everywhere. Runs no code of what was thrown.
 */
export function isExhaustion(thrown: unknown): boolean {
  if (!isError(thrown)) return false
  const message: unknown = getOwnPropertyDescriptor(thrown, 'message')?.value
  if (typeof message !== 'string') return false
  return message === STACK_OVERFLOW || message === ALLOCATION_FAILED || REGULAR_EXPRESSION.test(message)
}
