import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatCount } from '../../ui/format.ts'
import classes from './editor.module.css'
import { allProblems, type TypeProblem } from './problems.ts'
import type { Analysis } from './script-analysis.ts'

interface ProblemListProps {
  readonly analysis: Analysis | null
  readonly typeProblems: readonly TypeProblem[]
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
export function ProblemList({ analysis, typeProblems, onChoose }: ProblemListProps): ReactElement {
  const problems = allProblems(analysis, typeProblems)
  return (
    <section className={classes['problems']} aria-label="Problems">
      <div className={classes['problemHead']} role="status">
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
      </div>
      {problems.length === 0 ? null : (
        <ul>
          {problems.map((problem) => (
            <li key={`${problem.line}:${problem.column}:${problem.message}`}>
              <button type="button" onClick={() => onChoose(problem.line, problem.column)}>
                {problem.severity === 'error' ? (
                  <IconCircleX size={14} className={classes['error']} aria-label="Error" />
                ) : (
                  <IconAlertTriangle size={14} className={classes['warning']} aria-label="Warning" />
                )}
                <span className={classes['problemText']}>{problem.message}</span>
                <span className="muted num">
                  {problem.line}:{problem.column}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
