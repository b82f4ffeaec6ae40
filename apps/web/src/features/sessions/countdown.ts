/** `00:42`, `3:07:42` or `2 d 3:07:42`: always to the second, so that it is seen to run. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  const two = (value: number): string => String(value % 60).padStart(2, '0')
  const hours = Math.floor(seconds / 3_600)
  const clock = `${two(Math.floor(seconds / 60))}:${two(seconds)}`
  if (hours === 0) return clock
  return hours < 24 ? `${hours}:${clock}` : `${Math.floor(hours / 24)} d ${hours % 24}:${clock}`
}
