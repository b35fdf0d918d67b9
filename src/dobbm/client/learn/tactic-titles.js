/** The titles of the exercises in tactics, in their order. */

import { _ } from "../base/i18n.js";

export const tacticTitles = () => [
  _("Which hands suffice"),
  _("Pass, play, or give a Schwacher?"),
  _("What a Solo is for"),
  _("Lead the long, weak suit"),
  _("Schieben"),
  _("Schinden"),
  _("The Fuchs"),
];
