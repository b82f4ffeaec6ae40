import { Box, Group } from '@mantine/core'
import { IconAlertTriangle, IconBulb, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { CSSProperties, ReactElement } from 'react'
import { formatCount } from '../../ui/format.ts'
import { Splitter } from '../../ui/splitter.tsx'
import classes from './editor.module.css'
import { type Fix, fixesFor } from './quick-fixes/fixes.ts'
import { allProblems, type TypeProblem } from './problems.ts'
import type { Analysis } from './script-analysis.ts'
import type { EditorColumns } from './use-editor-columns.ts'

/** With fewer problems the list is lower than its maximum height. */
const MIN_TO_SCROLL = 4

interface ProblemListProps {
  readonly analysis: Analysis | null
  readonly typeProblems: readonly TypeProblem[]
  /** The height of the list, where the user may change it. */
  readonly columns?: EditorColumns
  /** The text with the problems, and how to repair it; absent where it is read-only. */
  readonly repair?: { readonly text: string; readonly apply: (fix: Fix) => void } | null
  readonly onChoose: (line: number, column: number) => void
}

function summary(problems: ReturnType<typeof allProblems>): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const warnings = problems.length - errors
  if (problems.length === 0) return 'No problems'
  return [errors > 0 && formatCount(errors, 'error'), warnings > 0 && formatCount(warnings, 'warning')]
    .filter(Boolean)
    .join(', ')
}

/** Errors and warnings of the draft; a click on one goes to its position. */
export function ProblemList({ analysis, typeProblems, columns, repair, onChoose }: ProblemListProps): ReactElement {
  const problems = allProblems(analysis, typeProblems)
  return (
    <section
      className={classes['problems']}
      style={{ '--problems-height': `${columns?.problems ?? 132}px` } as CSSProperties}
      aria-label="Problems"
    >
      {columns === undefined || problems.length < MIN_TO_SCROLL ? null : (
        <Splitter
          label="Height of the problem list"
          orientation="horizontal"
          size={columns.problems}
          min={60}
          max={Math.max(60, Math.round(window.innerHeight * 0.5))}
          onResize={(height) => columns.resize({ problems: height })}
          onEnd={(height) => columns.store({ problems: height })}
        />
      )}
      <Group gap={6} wrap="nowrap" mih={30} p="0 12px" c="var(--text-2)" role="status">
        {problems.length === 0 ? (
          <IconCircleCheck size={14} aria-hidden />
        ) : (
          <IconAlertTriangle size={14} aria-hidden />
        )}
        {analysis === null ? 'Checking…' : summary(problems)}
        {analysis === null || analysis.externals.length === 0 ? null : (
          <span className={classes['externals']}>
            Externals: <span className="mono">{analysis.externals.map(({ name }) => name).join(', ')}</span>
          </span>
        )}
      </Group>
      {problems.length === 0 ? null : (
        <ul>
          {problems.map((problem) => (
            <li key={`${problem.line}:${problem.column}:${problem.message}`}>
              <button type="button" onClick={() => onChoose(problem.line, problem.column)}>
                {problem.severity === 'error' ? (
                  <IconCircleX size={14} className="danger" aria-label="Error" />
                ) : (
                  <IconAlertTriangle size={14} className="warn" aria-label="Warning" />
                )}
                <Box flex={1} miw={0} component="span">
                  {problem.message}
                </Box>
                <span className="muted num">
                  {problem.line}:{problem.column}
                </span>
              </button>
              {repair === undefined || repair === null ? null : <FixButton problem={problem} repair={repair} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface FixButtonProps {
  readonly problem: ReturnType<typeof allProblems>[number]
  readonly repair: NonNullable<ProblemListProps['repair']>
}

/** Repairs a common problem; nothing for others. */
function FixButton({ problem, repair }: FixButtonProps): ReactElement | null {
  const [fix] = fixesFor({ ...problem, lines: repair.text.split('\n') })
  if (fix === undefined) return null
  return (
    <button
      type="button"
      className={classes['fix']}
      title={fix.title}
      aria-label={`Fix: ${fix.title}`}
      onClick={() => repair.apply(fix)}
    >
      <IconBulb size={13} aria-hidden /> Fix
    </button>
  )
}
