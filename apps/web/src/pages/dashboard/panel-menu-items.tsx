import { Menu } from '@mantine/core'
import { IconAdjustments, IconCode, IconCopy, IconExternalLink, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx'
import { closePanel, duplicatePanel } from '../../entities/panels/dashboard-state.ts'
import { type Cell, optionsOf } from '../../entities/panels/layout.ts'
import type { Direction } from './move-panel.ts'
import type { PanelActions } from './panel-actions.ts'
import { findPanel, hasSettings } from '../../entities/panels/panels.ts'
import { popOut } from '../../entities/panels/pop-out.ts'

interface PanelMenuItemsProps extends LazyMenuProps {
  readonly cell: Cell
  readonly actions: PanelActions | null
  readonly onSettings: () => void
  readonly onEmbed: () => void
}

/** The panel that pages elsewhere can show. */
const EMBEDDED = 'price-chart'

const MOVES: readonly [Direction, string, string][] = [
  ['left', 'Move left', '←'],
  ['right', 'Move right', '→'],
  ['up', 'Move up', '↑'],
  ['down', 'Move down', '↓'],
]
const SIZES: readonly [Direction, string, string][] = [
  ['right', 'Wider', '→'],
  ['left', 'Narrower', '←'],
  ['down', 'Taller', '↓'],
  ['up', 'Shorter', '↑'],
]

export function PanelMenuItems(props: PanelMenuItemsProps): ReactElement {
  const { cell, actions, button, isOpen, onChange, onSettings, onEmbed } = props
  return (
    <Menu opened={isOpen} onChange={onChange} position="bottom-end" width={210}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {hasSettings(cell.view) ? (
          <Menu.Item leftSection={<IconAdjustments size={15} aria-hidden />} onClick={onSettings}>
            Settings
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconCopy size={15} aria-hidden />} onClick={() => duplicatePanel(cell)}>
          Duplicate
        </Menu.Item>
        <Menu.Item leftSection={<IconExternalLink size={15} aria-hidden />} onClick={() => popOutCell(cell)}>
          Pop out
        </Menu.Item>
        {cell.view === EMBEDDED ? (
          <Menu.Item leftSection={<IconCode size={15} aria-hidden />} onClick={onEmbed}>
            Embed
          </Menu.Item>
        ) : null}
        {actions === null ? null : (
          <>
            <Menu.Divider />
            <Menu.Label>Move and size</Menu.Label>
            {MOVES.map(([direction, text, arrow]) => (
              <Menu.Item
                key={text}
                closeMenuOnClick={false}
                rightSection={<Keys keys={`Alt ${arrow}`} />}
                onClick={() => actions.move(cell.key, direction)}
              >
                {text}
              </Menu.Item>
            ))}
            {SIZES.map(([direction, text, arrow]) => (
              <Menu.Item
                key={text}
                closeMenuOnClick={false}
                rightSection={<Keys keys={`Alt Shift ${arrow}`} />}
                onClick={() => actions.size(cell.key, direction)}
              >
                {text}
              </Menu.Item>
            ))}
          </>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconX size={15} aria-hidden />} onClick={() => closePanel(cell.key)}>
          Close
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function popOutCell(cell: Cell): void {
  const { view, w, h } = cell
  popOut({ view, options: optionsOf(cell, findPanel(view)?.version ?? 1), w, h })
}

function Keys({ keys }: { readonly keys: string }): ReactElement {
  return (
    <span className="muted" aria-hidden>
      <small>{keys}</small>
    </span>
  )
}
