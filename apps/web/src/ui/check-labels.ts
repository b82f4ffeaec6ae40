import type { CheckVerdict, VersionCheck } from '@tradeloom/contracts'

export type CheckTone = 'neutral' | 'busy' | 'good' | 'warn' | 'bad'

interface CheckLabel {
  readonly tone: CheckTone
  readonly text: string
  /** What it means, for whoever has never heard of it. */
  readonly meaning: string
}

const LABELS: Readonly<Record<CheckVerdict, CheckLabel>> = {
  clean: {
    tone: 'good',
    text: 'Clean',
    meaning:
      'None of the proofs found a lie: cut and longer history, moved prices, other markets and unfinished bars change nothing that an honest script decides.',
  },
  'look-ahead': {
    tone: 'bad',
    text: 'Look-ahead',
    meaning: 'This script knows the future of its prices: its backtests promise what trading cannot keep.',
  },
  repaints: {
    tone: 'bad',
    text: 'Repaints',
    meaning: 'This script decides on values of bars that are not finished and change later.',
  },
  'unstable-warm-up': {
    tone: 'warn',
    text: 'Unstable warm-up',
    meaning: 'What this script decides depends on how much history it was given before the start.',
  },
  'not-run': {
    tone: 'neutral',
    text: 'Not proved',
    meaning: 'Nothing could be proved of this script.',
  },
}

const CHECKING: CheckLabel = { tone: 'busy', text: 'Checking', meaning: 'The proofs are running in the background.' }
const UNCHECKED: CheckLabel = {
  tone: 'neutral',
  text: 'Not checked',
  meaning: 'This version was saved before versions were checked.',
}

export function checkLabel(check: VersionCheck | null): CheckLabel {
  if (check === null) return UNCHECKED
  return check.status === 'checking' || check.verdict === null ? CHECKING : LABELS[check.verdict]
}

/** `Repaints · line 6`. */
export function checkText(check: VersionCheck | null): string {
  const line = check?.findings[0]?.line ?? null
  const { text } = checkLabel(check)
  return line === null ? text : `${text} · line ${line}`
}
