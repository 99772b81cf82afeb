// SPDX-License-Identifier: Apache-2.0
package io.roceguard.bridge.mlxreg;

import static io.roceguard.bridge.mlxreg.MlxregFailure.BUSY;
import static io.roceguard.bridge.mlxreg.MlxregFailure.DEVICE_GONE;
import static io.roceguard.bridge.mlxreg.MlxregFailure.FW_REJECTED;
import static io.roceguard.bridge.mlxreg.MlxregFailure.NO_ANSWER;
import static io.roceguard.bridge.mlxreg.MlxregFailure.PERMISSION;
import static io.roceguard.bridge.mlxreg.MlxregFailure.REG_LEN_TOO_SHORT;
import static io.roceguard.bridge.mlxreg.MlxregFailure.UNSUPPORTED;

import java.util.Arrays;
import java.util.Optional;

/**
 * The results of a register access that the tool tells by text, with the names and numbers of mstflint
 * ({@code mtcr_com_defs.h}, {@code enum MError}). A version says the name itself or one of the texts.
 */
enum ToolStatus {
    ME_CR_ERROR(0x3, DEVICE_GONE, "CRSpace access error"),
    ME_SEM_LOCKED(0x5, BUSY, "Semaphore locked"),
    ME_REG_ACCESS_BAD_STATUS_ERR(0x100, FW_REJECTED, "Register access bad status error"),
    ME_REG_ACCESS_BAD_METHOD(0x101, FW_REJECTED, "Bad method", "Bad Reg Access method"),
    ME_REG_ACCESS_NOT_SUPPORTED(
            0x102,
            UNSUPPORTED,
            "The Register access is not supported by the device",
            "Register access is not supported by the device"),
    ME_REG_ACCESS_DEV_BUSY(0x103, BUSY, "Device is busy", "Register access failed, device is busy"),
    ME_REG_ACCESS_VER_NOT_SUPP(0x104, UNSUPPORTED, "Version not supported", "Register access Version not supported"),
    ME_REG_ACCESS_UNKNOWN_TLV(0x105, FW_REJECTED, "Unknown TLV", "Register access Unknown TLV"),
    ME_REG_ACCESS_REG_NOT_SUPP(0x106, UNSUPPORTED, "Register not supported"),
    ME_REG_ACCESS_CLASS_NOT_SUPP(0x107, UNSUPPORTED, "Class not supported", "Register access class not supported"),
    ME_REG_ACCESS_METHOD_NOT_SUPP(0x108, UNSUPPORTED, "Method not supported", "Register access Method not supported"),
    ME_REG_ACCESS_BAD_PARAM(0x109, FW_REJECTED, "Bad parameter", "Register access bad parameter"),
    ME_REG_ACCESS_RES_NOT_AVLBL(0x10a, FW_REJECTED, "Resource unavailable", "Register access resource unavailable"),
    ME_REG_ACCESS_MSG_RECPT_ACK(0x10b, FW_REJECTED, "Message receipt ack"),
    ME_REG_ACCESS_UNKNOWN_ERR(0x10c, FW_REJECTED, "Unknown register error"),
    ME_REG_ACCESS_SIZE_EXCEEDS_LIMIT(0x10d, FW_REJECTED, "Register is too large"),
    ME_REG_ACCESS_CONF_CORRUPT(0x10e, FW_REJECTED, "Config Section Corrupted"),
    ME_REG_ACCESS_LEN_TOO_SMALL(0x10f, REG_LEN_TOO_SHORT, "The given Register length is too small for the Tlv"),
    ME_REG_ACCESS_BAD_CONFIG(0x110, FW_REJECTED, "The configuration is rejected"),
    ME_REG_ACCESS_ERASE_EXCEEDED(0x111, FW_REJECTED, "The erase count exceeds its limit"),
    ME_REG_ACCESS_INTERNAL_ERROR(0x112, FW_REJECTED, "Firmware internal error"),
    ME_REG_ACCESS_NOT_SUPPORTED_BY_SECONDARY(0x113, UNSUPPORTED, "Register Access not supported by secondary"),
    ME_REG_ACCESS_INSUFFICIENT_PERMISSIONS(
            0x114, PERMISSION, "Unable to send PRM Register due to permission issue, debug token might be needed."),
    ME_REG_ACCESS_NOT_READY(0x115, DEVICE_GONE, "Register access not ready"),
    ME_REG_ACCESS_BAD_QP_STATE(0x116, FW_REJECTED, "Register access bad QP state"),
    ME_REG_ACCESS_BAD_PKT(0x117, FW_REJECTED, "Register access bad packet"),
    ME_REG_ACCESS_BAD_SIZE_OUTS_CQES(0x118, FW_REJECTED, "Register access bad size outs CQES"),
    ME_REG_ACCESS_BAD_SYS_STATE(0x119, FW_REJECTED, "Register access bad system state"),
    ME_REG_ACCESS_EXCEED_LIM(0x11a, FW_REJECTED, "Register access exceed limit"),
    ME_REG_ACCESS_BAD_RES_STATE(0x11b, FW_REJECTED, "Register access bad resource state"),
    ME_REG_ACCESS_BAD_INDEX(0x11c, FW_REJECTED, "Register access bad index"),
    ME_REG_ACCESS_BAD_INPUT_LEN(0x11d, REG_LEN_TOO_SHORT, "Register access bad input length"),
    ME_REG_ACCESS_BAD_OUTPUT_LEN(0x11e, REG_LEN_TOO_SHORT, "Register access bad output length"),
    ME_ICMD_STATUS_CR_FAIL(0x200, DEVICE_GONE, "ICMD failed due to CRSpace access failure"),
    ME_ICMD_BAD_PARAM(
            0x204, FW_REJECTED, "ICMD error 0x4: ICMD bad parameter given, Please check icmd.ctrl.status field"),
    ME_ICMD_BUSY(0x205, BUSY, "ICMD error 0x5: ICMD busy, Please check icmd.ctrl.status field"),
    ME_ICMD_NOT_SUPPORTED(
            0x207, UNSUPPORTED, "ME_REG_ACCESS_ICMD_NOT_SUPPORTED", "ICMD interface is not supported for this device"),
    ME_ICMD_STATUS_SEMAPHORE_TO(0x208, BUSY, "Timed out trying to take the ICMD semaphore"),
    ME_ICMD_STATUS_EXECUTE_TO(0x209, NO_ANSWER, "Timed out polling on the ICMD busy-bit to clear"),
    ME_ICMD_STATUS_IFC_BUSY(
            0x20a, BUSY, "ICMD interface busy with prior request, please wait for it to complete and try again"),
    ME_ICMD_STATUS_ICMD_NOT_READY(
            0x20b, DEVICE_GONE, "ICMD interface not ready, please check static_config_not_done bit"),
    ME_ICMD_UNABLE_TO_TAKE_SEMAPHORE(
            0x211,
            BUSY,
            "Failed to take ICMD semaphore (semaphore 62). Semaphore was free (0) but HW failed to set it to locked state"
                    + " when we took it."),
    ME_CMDIF_BUSY(0x300, BUSY, "Tools HCR busy"),
    ME_CMDIF_TOUT(0x301, NO_ANSWER, "Tools HCR time out.");

    private final int number;
    private final MlxregFailure failure;
    private final String text;
    private final String otherText;

    ToolStatus(int number, MlxregFailure failure, String text) {
        this(number, failure, text, text);
    }

    ToolStatus(int number, MlxregFailure failure, String text, String otherText) {
        this.number = number;
        this.failure = failure;
        this.text = text;
        this.otherText = otherText;
    }

    static Optional<ToolStatus> of(String text) {
        return Arrays.stream(values()).filter(status -> status.isCalled(text)).findFirst();
    }

    private boolean isCalled(String result) {
        return result.equals(name()) || result.equals(text) || result.equals(otherText);
    }

    int number() {
        return number;
    }

    MlxregFailure failure() {
        return failure;
    }
}
