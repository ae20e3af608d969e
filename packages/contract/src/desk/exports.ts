import type { DateText } from '../kit/dates';

export const exportFileName = (today: DateText): string => `pulso_${today}.zip`;
