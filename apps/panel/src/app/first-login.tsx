import { renderToStaticMarkup } from 'react-dom/server';
import { LoginScreen } from '#features/accounts/auth/login-screen';

const noop = () => undefined;

/** Login markup that the build puts into the page. */
export const firstLogin = () => renderToStaticMarkup(<LoginScreen expired={false} onTyping={noop} onEntered={noop} />);
