import type { VersionCheck } from '@tradeloom/contracts'
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconRefresh,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import classes from './check-badge.module.css'
import { type CheckLabel, checkLabel, checkText, type CheckTone } from './check-labels.ts'
import { Hint } from '../../ui/hint.tsx'
import badges from '../../ui/badges.module.css'

const ICONS: Readonly<Record<CheckTone, Icon>> = {
  good: IconCircleCheck,
  bad: IconCircleX,
  warn: IconAlertTriangle,
  busy: IconRefresh,
  neutral: IconCircleDashed,
}

interface CheckBadgeProps {
  /** Null when the version was never checked. */
  readonly check: VersionCheck | null
  /** Shown instead of the verdict where that does not apply to the draft. */
  readonly instead?: CheckLabel | null
  readonly onClick?: () => void
  /** The details are open. */
  readonly isOpen?: boolean
  /** Leaves out the line number where space is short. */
  readonly isShort?: boolean
}

/** The verdict of a version's look-ahead analysis; a click opens the details. */
export function CheckBadge(props: CheckBadgeProps): ReactElement {
  const { check, instead = null, onClick, isOpen = false, isShort = false } = props
  const { tone, text, meaning } = instead ?? checkLabel(check)
  const Shape = ICONS[tone]
  const content = (
    <>
      <Shape size={13} stroke={2} aria-hidden />
      {isShort || instead !== null ? text : checkText(check)}
    </>
  )
  const found = instead === null ? (check?.findings[0]?.message ?? check?.reason) : null
  return (
    <Hint label={found ?? meaning} width={340} isDisabled={onClick !== undefined}>
      {onClick === undefined ? (
        <span className={`${badges['pill']} ${classes['badge']}`} data-tone={tone}>
          {content}
        </span>
      ) : (
        <button
          type="button"
          className={`${badges['pill']} ${classes['badge']}`}
          data-tone={tone}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={onClick}
        >
          {content}
        </button>
      )}
    </Hint>
  )
}
