import { lazyOptional } from '@pulso/web/ui/hooks/lazy-optional';
import { serverOffers } from '#api/session';
import { StatisticsScreen } from '#features/desk/statistics/statistics-screen';

const MonthCard = lazyOptional(async () => (await import('#features/desk/overview/month-card')).MonthCard);

/** 'Inicio', with the money of the month where the server tells it. */
export const Home = () => <StatisticsScreen Month={serverOffers('business') ? MonthCard : undefined} />;
