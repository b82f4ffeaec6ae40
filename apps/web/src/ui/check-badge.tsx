import { Tooltip } from '@mantine/core'
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
import { checkLabel, checkText, type CheckTone } from './check-labels.ts'

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
  readonly onClick?: () => void
  /** The details are shown. */
  readonly isOpen?: boolean
  /** Without the line, where there is little room. */
  readonly isShort?: boolean
}

/** Whether a version lies in a backtest, as the proofs found; pressed, it leads to the details. */
export function CheckBadge({ check, onClick, isOpen = false, isShort = false }: CheckBadgeProps): ReactElement {
  const { tone, text, meaning } = checkLabel(check)
  const Shape = ICONS[tone]
  const content = (
    <>
      <Shape size={13} stroke={2} aria-hidden />
      {isShort ? text : checkText(check)}
    </>
  )
  const label = check?.findings[0]?.message ?? check?.reason ?? meaning
  return (
    <Tooltip label={label} multiline maw={340} disabled={onClick !== undefined}>
      {onClick === undefined ? (
        <span className={classes['badge']} data-tone={tone}>
          {content}
        </span>
      ) : (
        <button
          type="button"
          className={classes['badge']}
          data-tone={tone}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={onClick}
        >
          {content}
        </button>
      )}
    </Tooltip>
  )
}
