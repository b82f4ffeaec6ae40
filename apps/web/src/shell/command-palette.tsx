import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import classes from './command-palette.module.css'
import { closePalette, takeTyped } from './palette-state.ts'
import { type Target, useTargets } from './use-targets.ts'

/** Scrolls the list alone: `scrollIntoView` would move the dialog around it, too. */
function showRow(row: HTMLElement | null): void {
  const list = row?.parentElement
  if (!row || !list) return
  const [top, bottom] = [row.offsetTop - list.offsetTop, row.offsetTop - list.offsetTop + row.offsetHeight]
  list.scrollTop = Math.min(top, Math.max(list.scrollTop, bottom - list.clientHeight))
}

function Palette(): ReactElement {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const navigate = useNavigate()
  const targets = useTargets(text)

  const addTyped = (typed: string): void => setText((known) => known + typed)
  const go = (target: Target | undefined): void => {
    if (target === undefined) return
    closePalette()
    if ('act' in target) target.act()
    else void navigate(target.link)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen((now) => Math.max(0, Math.min(targets.length - 1, now + step)))
    } else if (event.key === 'Enter') go(targets[chosen])
  }

  return (
    <div className={classes['palette']} onKeyDown={onKeyDown}>
      <TextInput
        aria-label="Search pages, markets, sessions, orders, algorithms, settings, documentation"
        placeholder="Search, or type a command"
        value={text}
        data-autofocus
        onFocus={() => addTyped(takeTyped())}
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={targets.length > 0 ? `palette-${chosen}` : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosen(0)
        }}
      />
      <div id="palette-list" role="listbox" aria-label="Results" className={classes['list']}>
        {targets.map((target, index) => (
          <div
            key={`${target.detail} ${target.label} ${index}`}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            ref={index === chosen ? showRow : undefined}
            className={classes['option']}
            onClick={() => go(target)}
            onKeyDown={undefined}
          >
            <span className="truncate">{target.label}</span>
            <span className="muted">{target.detail}</span>
          </div>
        ))}
      </div>
      {targets.length === 0 ? <p className="muted prose">No matches found</p> : null}
    </div>
  )
}

/** Finds pages, commands, markets, sessions, positions, orders, algorithms, indicators, settings and documentation by name. */
export function CommandPalette({ isOpen }: { readonly isOpen: boolean }): ReactElement {
  return (
    <Dialog opened={isOpen} onClose={closePalette} title="Go to" size={480} yOffset="12vh" centered={false}>
      <Palette />
    </Dialog>
  )
}
