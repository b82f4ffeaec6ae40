import {
  type Icon,
  IconAdjustments,
  IconApi,
  IconArrowsExchange,
  IconBell,
  IconKey,
  IconLock,
  IconPackage,
  IconUser,
} from '@tabler/icons-react'
import type { MenuPage } from '../pages/settings/settings-pages.ts'

/** The icon of each settings page in menus. */
export const SETTINGS_ICONS: Readonly<Record<MenuPage, Icon>> = {
  'premium-packages': IconPackage,
  security: IconLock,
  'exchange-api-keys': IconKey,
  'api-access': IconApi,
  notifications: IconBell,
  orders: IconArrowsExchange,
  display: IconAdjustments,
  account: IconUser,
}
