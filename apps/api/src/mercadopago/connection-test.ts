import { randomUUID } from 'node:crypto';
import type { ConnectionTest } from '@pulso/contract/billing/links';
import { connectionSteps, type ConnectionStep } from '@pulso/contract/billing/links.labels';
import type { MercadoPago } from '#mercadopago/mercadopago';
import type { Settings } from '#mercadopago/open-mercadopago';
import type { Calls } from '#mercadopago/outside-calls';
import { IDENTITY_MISSING, NO_IDENTITY, OutsideDown } from '#mercadopago/outside-down';

/** Enough to be taken for a price, and little enough for nobody to be hurt by it. */
const TRIED_AMOUNT = 15;
const TRIED_MS = 3_600_000;
const ARGENTINA = 'MLA';

type Found = { ok: boolean | null; message: string };
type Findings = Record<ConnectionStep, Found>;
type Tools = Pick<MercadoPago, 'makeLink' | 'closeLink'> & { calls: Calls; settings: Settings };

const good = (message: string): Found => ({ ok: true, message });
const bad = (message: string): Found => ({ ok: false, message });
const untried: Found = { ok: null, message: 'Todavía no se pudo probar.' };

export const NO_TOKEN = 'Falta el token de Mercado Pago: pon tu «Access Token» en MERCADOPAGO_ACCESS_TOKEN y reinicia.';
const DOWN: Record<OutsideDown['trouble'], string> = {
  down: 'Mercado Pago no responde. Lo que se pague mientras tanto se registra después.',
  slow: 'Mercado Pago tarda demasiado en responder. Prueba de nuevo en unos minutos.',
  busy: 'Mercado Pago recibe demasiadas consultas. Prueba de nuevo en unos minutos.',
  nonsense: 'En esa dirección responde algo que no es Mercado Pago. Revisa MERCADOPAGO_ADDRESS.',
  refused: 'Mercado Pago no acepta el token. Copia de nuevo el «Access Token» de tu aplicación.',
  forbidden: 'Mercado Pago reconoce el token, pero no le permite cobrar. Revisa los permisos de tu aplicación.',
  invalid: 'Mercado Pago rechazó el link de prueba.',
};
const sentenceOf = ({ trouble, word }: OutsideDown) =>
  trouble === 'invalid' && word !== undefined ? `${DOWN.invalid} (${word})` : DOWN[trouble];

const nameOf = (account: Record<string, unknown>): string | null => {
  const names = [account.nickname, account.email].filter((name) => typeof name === 'string' && name !== '');
  return names.length > 0 ? names.join(' · ').slice(0, 200) : null;
};

/** The trouble that keeps a link from being made, read back or closed; undefined without any. */
async function tryLink({ calls, makeLink, closeLink }: Tools): Promise<OutsideDown | undefined> {
  const expires_at = new Date(Date.now() + TRIED_MS);
  const link = { reference: randomUUID(), title: 'Prueba de conexión', amount: TRIED_AMOUNT, expires_at };
  try {
    const { id } = await makeLink(link);
    const { external_reference: reference } = await calls.need(`/checkout/preferences/${id}`);
    await closeLink(id);
    return reference === link.reference ? undefined : new OutsideDown('nonsense');
  } catch (error) {
    if (error instanceof OutsideDown) return error;
    throw error;
  }
}

function tokenWords({ token, practice }: Settings, site: unknown): Found {
  // The account that answers is the practice server's, and not that of a token of one's own.
  if (practice) return bad(`Responde el servidor de práctica y no se mueve plata. ${NO_TOKEN}`);
  if (typeof site === 'string' && site !== ARGENTINA) return bad('El token es de una cuenta de otro país.');
  return good(token.startsWith('TEST-') ? 'El token es de prueba: no se cobra de verdad.' : 'El token es válido.');
}

/** The steps that are judged without asking anybody. */
const ownFindings = ({ practice, publicUrl, secrets }: Settings): Pick<Findings, 'address' | 'secret'> => {
  if (practice)
    return {
      address: good('En la práctica los avisos llegan sin dirección pública.'),
      secret: good('En la práctica los avisos vienen firmados.'),
    };
  const address =
    publicUrl === undefined
      ? bad(
          'Falta la dirección pública (PUBLIC_URL, con https): sin ella no llegan los avisos y cada pago se busca cada 10 minutos.',
        )
      : good(`Los avisos llegan a ${publicUrl}/api/mercadopago/webhook`);
  const secret =
    secrets.length === 0
      ? bad(
          'Falta la clave secreta de los avisos (MERCADOPAGO_WEBHOOK_SECRET): sin ella no se puede saber si un aviso es de Mercado Pago.',
        )
      : good(secrets.length === 1 ? 'Hay una clave secreta.' : `Hay ${secrets.length} claves secretas.`);
  return { address, secret };
};

const inOrder = (findings: Findings, account: string | null): ConnectionTest => ({
  steps: connectionSteps.map((step) => ({ step, ...findings[step] })),
  account,
});

/** 'Probar la conexión' without a token. */
export const testWithoutToken = (settings: Pick<Settings, 'publicUrl' | 'secrets'>): ConnectionTest =>
  inOrder(
    {
      token: bad(NO_TOKEN),
      service: untried,
      identity: untried,
      ...ownFindings({ ...settings, address: '', token: '' }),
    },
    null,
  );

/** Asks who the token is, makes a link, reads it back and closes it, and says what is missing. */
export async function testConnection(tools: Tools): Promise<ConnectionTest> {
  const { calls, settings } = tools;
  const own = ownFindings(settings);
  const me = await calls.need('/users/me').catch((error: unknown) => {
    if (error instanceof OutsideDown) return error;
    throw error;
  });
  if (me instanceof OutsideDown) {
    const isToken = me.trouble === 'refused' || me.trouble === 'forbidden';
    const found = bad(sentenceOf(me));
    return inOrder(
      isToken
        ? { token: found, service: good('Mercado Pago responde.'), identity: untried, ...own }
        : { token: untried, service: found, identity: untried, ...own },
      null,
    );
  }
  const trouble = await tryLink(tools);
  const hasNoIdentity = trouble?.word === NO_IDENTITY;
  const isWell = trouble === undefined || hasNoIdentity;
  const who = settings.practice ? 'El servidor de práctica' : 'Mercado Pago';
  const service = isWell ? good(`${who} responde.`) : bad(sentenceOf(trouble));
  const identity = hasNoIdentity ? bad(IDENTITY_MISSING) : isWell ? good('La cuenta puede cobrar.') : untried;
  return inOrder({ token: tokenWords(settings, me.site_id), service, identity, ...own }, nameOf(me));
}
