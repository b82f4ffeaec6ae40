/** `8 s old`. */
export function ageText(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  if (seconds < 120) return `${seconds} s old`
  const minutes = Math.floor(seconds / 60)
  return minutes < 120 ? `${minutes} min old` : `${Math.floor(minutes / 60)} h old`
}
