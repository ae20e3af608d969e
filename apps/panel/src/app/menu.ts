import {
  Apple,
  Bell,
  CalendarDays,
  CreditCard,
  Dumbbell,
  House,
  Layers,
  type LucideIcon,
  Package,
  PersonStanding,
  Salad,
  ShoppingBag,
  Tags,
  Timer,
  Users,
  Weight,
} from 'lucide-react';
import type { PanelPath } from '#app/paths';

export type MenuItem = { path: PanelPath; label: string; icon: LucideIcon };

/** The screens that the sidebar leads to, in its order; the routes are in routes.tsx. */
export const mainMenu: MenuItem[] = [
  { path: '/home', label: 'Inicio', icon: House },
  { path: '/usuarios', label: 'Usuarios', icon: Users },
  { path: '/ejercicios', label: 'Ejercicios', icon: Dumbbell },
  { path: '/entrenamientos', label: 'Entrenamientos', icon: CalendarDays },
  { path: '/dietas', label: 'Dietas', icon: Salad },
  { path: '/paquetes', label: 'Paquetes', icon: Package },
  { path: '/suscripciones', label: 'Suscripciones', icon: CreditCard },
  { path: '/productos', label: 'Productos', icon: ShoppingBag },
];

export const settingsMenu: MenuItem[] = [
  { path: '/configuracion/niveles', label: 'Niveles', icon: Layers },
  { path: '/configuracion/tipos-entrenamiento', label: 'Tipos de Entrenamiento', icon: Timer },
  { path: '/configuracion/maquinas', label: 'Máquinas', icon: Weight },
  { path: '/configuracion/partes-cuerpo', label: 'Partes del Cuerpo', icon: PersonStanding },
  { path: '/configuracion/categorias-producto', label: 'Categorías de Productos', icon: Tags },
  { path: '/configuracion/categorias-dieta', label: 'Categorías de Dietas', icon: Apple },
  { path: '/configuracion/notificaciones', label: 'Notificaciones', icon: Bell },
];
