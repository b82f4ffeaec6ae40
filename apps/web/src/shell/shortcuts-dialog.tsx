import { Kbd } from '@mantine/core'
import { Fragment, type ReactElement } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { keysOf, type Shortcut } from '../ui/shortcut.ts'
import { keyName } from './key-name.ts'
import { useShortcutGroups } from './shortcut-groups.ts'
import classes from './shortcuts-dialog.module.css'
import { closeShortcuts } from './shortcuts-state.ts'

/** Which keys do what, by where they work. */
export function ShortcutsDialog({ isOpen }: { readonly isOpen: boolean }): ReactElement {
  return (
    <Dialog opened={isOpen} onClose={closeShortcuts} title="Keyboard shortcuts" size={860}>
      <div className={classes['groups']}>
        {useShortcutGroups().map(({ title, shortcuts }) => (
          <section key={title} className={classes['group']} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <div key={shortcut.does} className={classes['row']}>
                  <dt>{shortcut.does}</dt>
                  <dd>
                    <Keys shortcut={shortcut} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Keys({ shortcut: { keys } }: { readonly shortcut: Shortcut }): ReactElement {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
  return (
    <>
      {keys.map((combination, way) => (
        <Fragment key={combination}>
          {way === 0 ? null : <span className="muted"> or </span>}
          {combination.split(' then ').map((press, order) => (
            <Fragment key={`${order} ${press}`}>
              {order === 0 ? null : <span className="muted"> then </span>}
              {keysOf(press).map((key, place) => (
                <Fragment key={key}>
                  {place === 0 ? null : <span className="muted">+</span>}
                  <Kbd>{keyName(key, isMac)}</Kbd>
                </Fragment>
              ))}
            </Fragment>
          ))}
        </Fragment>
      ))}
    </>
  )
}
