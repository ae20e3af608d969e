import { fcmErrors, startPushServices, type ReactionRule } from '@pulso/testing/push-services';

/** The providers in a process of their own, as moody as real ones in a bad hour; asked, they tell what arrived. */
const numberOf = (device: string) => Number(/\d+$/.exec(device)?.[0]);
const benchMood: ReactionRule = (device, attempt) => {
  const number = numberOf(device) % 100;
  if (number < 10) return device.startsWith('token') ? fcmErrors.unregistered : { status: 410 };
  if (attempt > 1) return undefined;
  if (number < 30) return { status: 429, headers: { 'Retry-After': '1' } };
  if (number < 35) return { status: 503 };
  return number < 37 ? 'hang' : undefined;
};

const services = await startPushServices(benchMood, { keep: false });
const account = await services.saveAccount(process.argv[2] ?? '');
process.on('message', () => {
  const times = [...services.arrivals().values()];
  const twice = times.filter((count) => count > 1).length;
  process.send?.({ arrived: times.length, twice, problems: services.problems.length });
});
process.send?.({ address: services.address, account });
