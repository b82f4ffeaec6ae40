import { Modal, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Algorithm } from '@tradeloom/contracts'
import { linkOptions, type LinkProps, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { ownAlgorithmsQuery, sharedAlgorithmsQuery } from '../algorithms/algorithm-queries.ts'
import { useUser } from '../auth/bootstrap-query.ts'
import classes from './command-palette.module.css'
import { closePalette, takeTyped } from './palette-state.ts'
import { usePages } from './use-pages.ts'

interface Target {
  readonly label: string
  readonly detail: string
  readonly keywords?: readonly string[]
  readonly link: Pick<LinkProps, 'to' | 'params'>
}

function editAlgorithm({ id }: Algorithm): Target['link'] {
  return linkOptions({ to: '/algorithms/$algorithmId/edit', params: { algorithmId: id } })
}

function usePageTargets(): Target[] {
  return usePages().flatMap(({ to, info: { title, palette } }) =>
    palette === undefined ? [] : [{ label: title, detail: 'Page', keywords: palette.keywords, link: { to } }],
  )
}

function useTargets(text: string): Target[] {
  const pages = usePageTargets()
  const isSignedIn = Boolean(useUser())
  const own = useQuery({ ...ownAlgorithmsQuery, enabled: isSignedIn }).data ?? []
  const shared = useQuery(sharedAlgorithmsQuery).data ?? []
  const ownIds = new Set(own.map((algorithm) => algorithm.id))
  const search = text.trim().toLowerCase()
  const targets: Target[] = [
    ...pages,
    ...own.map((algorithm) => ({
      label: algorithm.name,
      detail: 'Your algorithm',
      link: editAlgorithm(algorithm),
    })),
    ...shared
      .filter(({ id }) => !ownIds.has(id))
      .map((algorithm) => ({
        label: algorithm.name,
        detail: `by ${algorithm.username}`,
        link: editAlgorithm(algorithm),
      })),
  ]
  return targets
    .filter(({ label, keywords = [] }) => [label, ...keywords].some((word) => word.toLowerCase().includes(search)))
    .slice(0, 12)
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
    void navigate(target.link)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen((now) => Math.max(0, Math.min(targets.length - 1, now + step)))
    } else if (event.key === 'Enter') go(targets[chosen])
  }

  return (
    <div onKeyDown={onKeyDown}>
      <TextInput
        aria-label="Go to page or algorithm"
        placeholder="Go to page or algorithm"
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
            className={classes['option']}
            onClick={() => go(target)}
            onKeyDown={undefined}
          >
            <span className="truncate">{target.label}</span>
            <span className="muted">{target.detail}</span>
          </div>
        ))}
      </div>
      {targets.length === 0 ? <p className="muted">No matches found</p> : null}
    </div>
  )
}

/** Ctrl+K: finds pages and algorithms by name. */
export function CommandPalette({ isOpen }: { readonly isOpen: boolean }): ReactElement {
  return (
    <Modal opened={isOpen} onClose={closePalette} title="Go to" size={480} yOffset="12vh" centered={false}>
      <Palette />
    </Modal>
  )
}
