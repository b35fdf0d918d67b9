/** Says that this device cannot keep a deal or a remark on it. */

import { _ } from "../base/i18n.js";

export const unkeptText = () => _("This device cannot save right now: it may be full. Nothing is lost.");
