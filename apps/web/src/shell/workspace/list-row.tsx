import { ActionIcon } from '@mantine/core'
import { IconDots, IconShare3 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { lazyMenu } from '../../ui/lazy-menu.tsx'
import type { RowAction } from './row-action.ts'
import { SessionsBadge } from './sessions-badge.tsx'
import classes from './workspace.module.css'

const RowMenu = lazyMenu(async () => (await import('./row-menu.tsx')).RowMenu)

type RowLink =
  | { readonly to: '/algorithms/$algorithmId'; readonly params: { readonly algorithmId: string } }
  | { readonly to: '/indicators/$indicatorId'; readonly params: { readonly indicatorId: string } }

interface ListRowProps {
  readonly link: RowLink
  readonly name: string
  /** Shown after the name, such as a key. */
  readonly detail?: string
  readonly isShared: boolean
  /** A number to draw attention to; none if 0. */
  readonly badge?: number
  /** Made when the menu opens. */
  readonly actions: () => readonly RowAction[]
}

/** One algorithm or indicator; a right click or its button opens its menu. */
export function ListRow({ link, name, detail, isShared, badge = 0, actions }: ListRowProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  return (
    <li
      className={classes['item']}
      onContextMenu={(event) => {
        event.preventDefault()
        setOpen(true)
      }}
    >
      <Link {...link} className={classes['row']} data-row title={name}>
        <span className="truncate">{name}</span>
        {detail === undefined ? null : <code className="truncate">{detail}</code>}
        {isShared ? <IconShare3 size={12} aria-label="Shared" /> : null}
        <SessionsBadge active={badge} />
      </Link>
      <RowMenu
        isOpen={isOpen}
        onChange={setOpen}
        actions={actions}
        button={
          <ActionIcon size={24} className={classes['more'] ?? ''} aria-label={`Actions for ${name}`}>
            <IconDots size={14} aria-hidden />
          </ActionIcon>
        }
      />
    </li>
  )
}
