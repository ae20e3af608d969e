type DemoPlan = {
  title: string;
  description: string;
  /** Months. */
  duration: number;
  amount: number;
  status: boolean;
  /** How many of ten clients take it. */
  share: number;
};

export const plans = [
  {
    title: 'Mensual',
    description: 'Acceso completo mes a mes, sin permanencia. Ideal para probar.',
    duration: 1,
    amount: 28900,
    status: true,
    share: 5,
  },
  {
    title: 'Trimestral',
    description: 'Tres meses con un control físico incluido. Es el plan que recomendamos para ver cambios.',
    duration: 3,
    amount: 78000,
    status: true,
    share: 3,
  },
  {
    title: 'Semestral',
    description: 'Seis meses con dos controles físicos y ajuste de la alimentación a mitad de camino.',
    duration: 6,
    amount: 144500,
    status: true,
    share: 1,
  },
  {
    title: 'Anual',
    description: 'Doce meses al precio de diez, con seguimiento prioritario por mensaje.',
    duration: 12,
    amount: 269900,
    status: true,
    share: 1,
  },
  {
    title: 'Pase de verano',
    description: 'Dos meses para llegar al verano. Se ofrece solamente de octubre a diciembre.',
    duration: 2,
    amount: 52500,
    status: false,
    share: 0,
  },
] as const satisfies DemoPlan[];
export type PlanTitle = (typeof plans)[number]['title'];
