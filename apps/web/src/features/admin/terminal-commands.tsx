import type { ReactElement } from 'react'
import { Panel } from '../../ui/panel.tsx'
import classes from './terminal-commands.module.css'

interface TerminalCommandsProps {
  /** By what they do. */
  readonly commands: Readonly<Record<string, string>>
  readonly title?: string
}

/** Commands for the terminal of the server, in full however narrow the page is: somebody types or copies them. */
export function TerminalCommands({
  commands,
  title = 'In the terminal of the server',
}: TerminalCommandsProps): ReactElement {
  return (
    <Panel title={title}>
      <dl className={classes['commands']}>
        {Object.entries(commands).map(([purpose, command]) => (
          <div key={purpose}>
            <dt>{purpose}</dt>
            <dd>
              <code>{command}</code>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
