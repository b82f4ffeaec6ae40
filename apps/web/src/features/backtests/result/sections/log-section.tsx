import type { ReactElement } from 'react'
import { LogPanel } from '../log/log-panel.tsx'
import type { SectionProps } from '../../../../entities/analysis/section-props.ts'

/** What the script wrote; loaded when this section is opened. */
export function LogSection({ result, isShared }: SectionProps): ReactElement {
  return <LogPanel id={result.id} isShared={isShared} />
}
