import { Drawer } from '@mantine/core'
import { IconApps, IconListTree, IconRoute, IconUserCircle } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { AccountMode } from './account-mode.tsx'
import { CrumbMode } from './crumb-mode.tsx'
import { IconsMode } from './icons-mode.tsx'
import { MenuMode } from './menu-mode.tsx'
import classes from './mobile-menu.module.css'
import { useEscape } from '../../ui/escape.ts'
import { useMenuDrag } from './use-menu-drag.ts'

const MODES = [
  { mode: 'icons', title: 'Pages', short: 'Pages', Icon: IconApps, Content: IconsMode },
  { mode: 'crumb', title: 'Where you are', short: 'Where', Icon: IconRoute, Content: CrumbMode },
  { mode: 'menu', title: 'Algorithms and indicators', short: 'Algorithms', Icon: IconListTree, Content: MenuMode },
  { mode: 'account', title: 'Account', short: 'Account', Icon: IconUserCircle, Content: AccountMode },
] as const

type Mode = (typeof MODES)[number]['mode']

interface MobileMenuProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The menu of narrow screens: pages, the way back, the user's list, and the account. Its lower edge can be dragged. */
export function MobileMenu({ isOpen, onClose }: MobileMenuProps): ReactElement {
  const [mode, setMode] = useState<Mode>('icons')
  useEscape(isOpen, onClose)
  const { style, handlers } = useMenuDrag(onClose)
  const { title, Content } = MODES.find((one) => one.mode === mode) ?? MODES[0]
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={onClose}
      closeOnEscape={false}
      position="top"
      size="auto"
      classNames={{ content: classes['sheet'] ?? '' }}
    >
      <Drawer.Overlay />
      <Drawer.Content style={style} aria-label="Menu">
        <Drawer.Header className={classes['header'] ?? ''}>
          <ModeTabs mode={mode} onMode={setMode} />
          <Drawer.CloseButton aria-label="Close menu" />
        </Drawer.Header>
        <div className={classes['body']} role="tabpanel" id="mobile-menu-panel" aria-label={title}>
          <Content onClose={onClose} />
        </div>
        {/* The keyboard has Escape and the button above. */}
        <div className={classes['handle']} aria-hidden {...handlers}>
          <i />
        </div>
      </Drawer.Content>
    </Drawer.Root>
  )
}

interface ModeTabsProps {
  readonly mode: Mode
  readonly onMode: (mode: Mode) => void
}

function ModeTabs({ mode, onMode }: ModeTabsProps): ReactElement {
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const at = (MODES.findIndex((one) => one.mode === mode) + step + MODES.length) % MODES.length
    onMode(MODES[at]?.mode ?? 'icons')
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the selected tab has the focus
    <div className={classes['tabs']} role="tablist" aria-label="Menu" onKeyDown={move}>
      {MODES.map(({ mode: one, title, short, Icon }) => (
        <button
          key={one}
          type="button"
          role="tab"
          aria-selected={one === mode}
          aria-controls="mobile-menu-panel"
          aria-label={title}
          title={title}
          tabIndex={one === mode ? 0 : -1}
          onClick={() => onMode(one)}
        >
          <Icon size={20} stroke={1.6} aria-hidden />
          <span aria-hidden>{short}</span>
        </button>
      ))}
    </div>
  )
}
